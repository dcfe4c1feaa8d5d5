CREATE ROLE boss LOGIN PASSWORD 'b';
CREATE ROLE lead NOLOGIN;
CREATE ROLE deputy NOLOGIN;
CREATE ROLE reader NOLOGIN;
CREATE ROLE hr_owner NOLOGIN;
ALTER DATABASE meaning SET DateStyle = 'ISO, DMY';
ALTER DATABASE meaning SET array_nulls = off;
ALTER DATABASE meaning SET lc_messages = 'POSIX';
ALTER DATABASE meaning SET bytea_output = 'escape';
ALTER DATABASE meaning SET app.tenant = 'blue';
ALTER DATABASE meaning OWNER TO boss;
GRANT CREATE ON DATABASE meaning TO hr_owner;
-- What the settings of sessions decide.
CREATE SCHEMA boss AUTHORIZATION boss;
SET DateStyle = 'ISO, DMY';
SET bytea_output = 'escape';
SET app.tenant = 'blue';
SET TimeZone = 'Pacific/Auckland';
SET SESSION AUTHORIZATION boss;
SET search_path = boss;
CREATE FUNCTION boss.day(text) RETURNS date LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN $1; END';
CREATE TABLE boss.bill (
  id int PRIMARY KEY, at text, due date GENERATED ALWAYS AS (boss.day(at)) STORED,
  CHECK (boss.day(at) > '2020-01-31'));
INSERT INTO boss.bill VALUES (1, '01/02/2024'), (2, '31/12/2023'), (3, '02/01/2024');
CREATE INDEX bill_day ON boss.bill (boss.day(at));
CREATE STATISTICS boss.bill_statistics ON (boss.day(at)), id FROM boss.bill;
CREATE TABLE boss.list (words text[]);
INSERT INTO boss.list VALUES (ARRAY['a', NULL]);
CREATE FUNCTION boss.tenant() RETURNS text LANGUAGE sql STABLE AS $$ SELECT current_setting('app.tenant') $$;
CREATE FUNCTION boss.bills() RETURNS bigint LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN (SELECT count(*) FROM bill); END $$;
CREATE MATERIALIZED VIEW boss.summary AS
  SELECT id, at::date AS day, (id || ' days 03:00')::interval::text AS span, boss.tenant() AS tenant,
         timestamptz '2024-07-01 12:00:00+00'::text AS noon, '\x00ff'::bytea::text AS bytes,
         to_regclass('bill')::oid IS NOT NULL AS found, boss.bills() AS bills
    FROM boss.bill;
CREATE MATERIALIZED VIEW boss.days AS SELECT day, count(*) FROM boss.summary GROUP BY 1;
CREATE UNIQUE INDEX ON boss.days (day);
CREATE MATERIALIZED VIEW boss.language AS SELECT current_setting('lc_messages') AS messages;
RESET SESSION AUTHORIZATION;
RESET search_path;
-- Grants by others than owners, who see the schema as its owner, as others' heirs, or no more.
CREATE SCHEMA hr AUTHORIZATION lead;
GRANT CREATE, USAGE ON SCHEMA hr TO hr_owner;
SET SESSION AUTHORIZATION hr_owner;
CREATE TABLE hr.note (t text);
CREATE TABLE hr.chained (t text);
CREATE FUNCTION hr.f() RETURNS int LANGUAGE sql AS 'SELECT 1';
REVOKE EXECUTE ON FUNCTION hr.f() FROM PUBLIC;
GRANT SELECT ON hr.note, hr.chained TO lead WITH GRANT OPTION;
GRANT SELECT ON hr.chained TO deputy WITH GRANT OPTION;
GRANT EXECUTE ON FUNCTION hr.f() TO deputy WITH GRANT OPTION;
SET SESSION AUTHORIZATION lead;
GRANT USAGE ON SCHEMA hr TO deputy, reader;
GRANT SELECT ON hr.note TO reader;
SET SESSION AUTHORIZATION deputy;
GRANT SELECT ON hr.chained TO reader;
GRANT EXECUTE ON FUNCTION hr.f() TO reader;
SET SESSION AUTHORIZATION lead;
GRANT SELECT ON hr.chained TO deputy WITH GRANT OPTION;
SET SESSION AUTHORIZATION hr_owner;
REVOKE GRANT OPTION FOR SELECT ON hr.chained FROM deputy;
REVOKE SELECT ON hr.chained FROM deputy;
RESET SESSION AUTHORIZATION;
REVOKE USAGE ON SCHEMA hr FROM deputy;
