CREATE ROLE app_owner LOGIN PASSWORD 'app-secret';
CREATE ROLE readers;
CREATE ROLE reporter LOGIN PASSWORD 'report-secret' IN ROLE readers;
CREATE ROLE bystander LOGIN PASSWORD 'bystander-secret';
CREATE EXTENSION pg_trgm;
CREATE EXTENSION citext;
CREATE SCHEMA shop AUTHORIZATION app_owner;
CREATE SCHEMA "Weird Schema";
CREATE TYPE shop.state AS ENUM ('new', 'paid', 'sent');
CREATE DOMAIN shop.percent AS int CHECK (VALUE BETWEEN 0 AND 100);
CREATE TABLE shop.customer (id serial PRIMARY KEY, name text NOT NULL, mail citext UNIQUE);
CREATE TABLE shop.orders (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id int NOT NULL REFERENCES shop.customer,
  state shop.state NOT NULL DEFAULT 'new',
  discount shop.percent NOT NULL DEFAULT 0,
  cents int NOT NULL,
  gross int GENERATED ALWAYS AS (cents * 119 / 100) STORED);
CREATE UNLOGGED TABLE shop.session (id int PRIMARY KEY, data jsonb);
CREATE TABLE shop.event (at date NOT NULL, what text) PARTITION BY RANGE (at);
CREATE TABLE shop.event_2025 PARTITION OF shop.event FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE TABLE shop.event_2026 PARTITION OF shop.event FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
CREATE TABLE "Weird Schema"."odd ""table""" ("a column" text, "ünïcode" text);
INSERT INTO shop.customer (name, mail) SELECT 'customer ' || i, 'c' || i || '@example.com' FROM generate_series(1, 5000) i;
INSERT INTO shop.orders (customer_id, cents, state)
  SELECT 1 + i % 5000, i, (ARRAY['new', 'paid', 'sent']::shop.state[])[1 + i % 3] FROM generate_series(1, 200000) i;
INSERT INTO shop.session SELECT i, jsonb_build_object('n', i) FROM generate_series(1, 100) i;
INSERT INTO shop.event SELECT date '2025-01-01' + i, 'event ' || i FROM generate_series(0, 700) i;
INSERT INTO "Weird Schema"."odd ""table""" VALUES ('tab	and \ backslash', 'schön'), (NULL, '');
CREATE INDEX ON shop.customer USING gin (name gin_trgm_ops);
CREATE FUNCTION shop.total(customer int) RETURNS bigint LANGUAGE sql STABLE SECURITY DEFINER
  AS $$ SELECT sum(cents) FROM shop.orders WHERE customer_id = customer $$;
CREATE PROCEDURE shop.touch() LANGUAGE plpgsql AS $$ BEGIN UPDATE shop.session SET data = data; END $$;
CREATE AGGREGATE shop.product(int) (sfunc = int4mul, stype = int, initcond = '1');
CREATE OPERATOR shop.<-> (leftarg = int, rightarg = int, function = int4mi);
CREATE FUNCTION shop.noted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$;
CREATE TRIGGER noted BEFORE UPDATE ON shop.orders FOR EACH ROW EXECUTE FUNCTION shop.noted();
CREATE VIEW shop.paid AS SELECT * FROM shop.orders WHERE state = 'paid';
CREATE MATERIALIZED VIEW shop.turnover AS
  SELECT customer_id, sum(cents) AS cents FROM shop.orders GROUP BY customer_id;
CREATE STATISTICS shop.correlated (dependencies) ON customer_id, state FROM shop.orders;
CREATE TEXT SEARCH CONFIGURATION shop.plain (COPY = simple);
CREATE COLLATION shop.bytes (locale = 'C');
ALTER TABLE shop.orders ENABLE ROW LEVEL SECURITY;
CREATE POLICY sent_only ON shop.orders FOR SELECT TO readers USING (state = 'sent');
GRANT USAGE ON SCHEMA shop TO readers;
GRANT SELECT ON shop.orders, shop.customer TO readers WITH GRANT OPTION;
SET SESSION AUTHORIZATION readers;
GRANT SELECT ON shop.customer TO reporter;
RESET SESSION AUTHORIZATION;
ALTER DEFAULT PRIVILEGES FOR ROLE app_owner IN SCHEMA shop GRANT SELECT ON TABLES TO readers;
ALTER TABLE shop.orders OWNER TO app_owner;
ALTER FUNCTION shop.total(int) OWNER TO app_owner;
COMMENT ON TABLE shop.orders IS 'what was ordered';
SELECT lo_from_bytea(4711, 'large object one'), lo_from_bytea(4712, decode(repeat('ab', 100000), 'hex'));
GRANT SELECT ON LARGE OBJECT 4711 TO readers;
CREATE FUNCTION shop.wild(cstring) RETURNS int LANGUAGE internal AS 'int4in' STRICT;
CREATE FUNCTION shop.on_ddl() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN END $$;
CREATE EVENT TRIGGER ddl_noted ON ddl_command_end EXECUTE FUNCTION shop.on_ddl();
CREATE EXTENSION postgres_fdw;
CREATE SERVER elsewhere FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host 'db.example.com', dbname 'other');
CREATE USER MAPPING FOR app_owner SERVER elsewhere OPTIONS (user 'x', password 'fdw-secret');
CREATE PUBLICATION orders_out FOR TABLE shop.orders;
GRANT EXECUTE ON FUNCTION pg_read_file(text) TO readers;
