-- A company's database of 80 tables. Each value of gen.canary(kind, row) tells on its own that a value of the source has got out.
CREATE SCHEMA gen;
CREATE FUNCTION gen.canary(kind int, num bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$SELECT 'Zq' || substr(md5('canary ' || kind || ' ' || num), 1, 14)$$;
CREATE FUNCTION gen.noise(num bigint, bytes int) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$SELECT string_agg(md5(num || ' ' || i), '') FROM generate_series(1, bytes / 32) i$$;

CREATE SCHEMA erp;
CREATE EXTENSION citext SCHEMA public;
SET search_path = erp, gen, public;
CREATE DOMAIN email_address AS citext CHECK (value ~ '@');
CREATE DOMAIN positive AS numeric(12, 2) CHECK (value > 0);
CREATE TYPE state AS ENUM ('open', 'done', 'cancelled');
CREATE TYPE contact AS (kind text, number text);

CREATE TABLE country (code char(2) PRIMARY KEY, name text NOT NULL);
INSERT INTO country VALUES ('DE', 'Germany'), ('FR', 'France'), ('NL', 'Netherlands'), ('PL', 'Poland');
CREATE TABLE currency (currency_code char(3) PRIMARY KEY, unit text);
INSERT INTO currency VALUES ('EUR', 'euro'), ('PLN', 'zloty');
CREATE TABLE setting (key text PRIMARY KEY, value text NOT NULL);
INSERT INTO setting VALUES ('theme', 'dark'), ('columns', 'two');

CREATE TABLE company (id serial PRIMARY KEY, name text NOT NULL, vat_id text UNIQUE, country char(2) REFERENCES country,
                      parent_id int REFERENCES company DEFERRABLE INITIALLY DEFERRED);
INSERT INTO company (name, vat_id, country, parent_id)
SELECT 'Works of ' || canary(0, i), 'DE' || lpad((i * 104729)::text, 18, '7'), (ARRAY['DE', 'FR', 'NL', 'PL'])[1 + i % 4], NULLIF(i / 5, 0)
  FROM generate_series(1, 400) i;
CREATE TABLE department (id int PRIMARY KEY, name text NOT NULL, parent_id int REFERENCES department, head_id int);
INSERT INTO department SELECT i, 'department ' || i, NULLIF(i / 3, 0), i FROM generate_series(1, 40) i;
CREATE TABLE person (
  id serial PRIMARY KEY, email citext NOT NULL UNIQUE, given_name text NOT NULL, family_name text NOT NULL,
  full_name text GENERATED ALWAYS AS (given_name || ' ' || family_name) STORED,
  birth_date date, gender text, phone varchar(40), profile jsonb NOT NULL DEFAULT '{}', aliases text[], contact contact, contacts contact[],
  photo bytea, last_ip inet, badge macaddr, token uuid UNIQUE, home point,
  words tsvector GENERATED ALWAYS AS (to_tsvector('simple', family_name)) STORED,
  department_id int NOT NULL REFERENCES department DEFERRABLE INITIALLY DEFERRED, created timestamptz NOT NULL DEFAULT now());
INSERT INTO person (email, given_name, family_name, birth_date, gender, phone, profile, aliases, contact, contacts, photo, last_ip, badge, token,
                    home, department_id, created)
SELECT canary(1, i) || '@corp.example', canary(2, i), canary(3, i), date '1960-01-01' + i * 29, (ARRAY['f', 'm', 'x'])[1 + i % 3],
       '+49 171 ' || 100000000 + i * 7919,
       jsonb_build_object('nick', canary(4, i), 'chat', jsonb_build_array(jsonb_build_object('name', canary(5, i))), canary(6, i) || '@home.example', 1),
       ARRAY[canary(7, i), NULL], ROW('mobile', canary(8, i))::contact, ARRAY[ROW('fax, "old"', canary(9, i))::contact],
       convert_to(canary(10, i), 'UTF8'), ('10.7.' || i / 200 || '.' || i % 200)::inet, ('08:00:2b:00:' || lpad(to_hex(i / 200), 2, '0') || ':' || lpad(to_hex(i % 200), 2, '0'))::macaddr,
       md5('token' || i)::uuid, point(50 + i * 0.0123457, 8 + i * 0.0123457), 1 + i % 40, timestamptz '2024-01-01 08:00Z' + i * interval '3 hours'
  FROM generate_series(1, 400) i;
ALTER TABLE department ADD FOREIGN KEY (head_id) REFERENCES person DEFERRABLE INITIALLY DEFERRED;
CREATE TABLE employment (company_id int REFERENCES company, person_id int REFERENCES person, during daterange NOT NULL, title text,
                         PRIMARY KEY (company_id, person_id));
INSERT INTO employment SELECT 1 + i % 400, i, daterange(date '2010-01-01' + i, date '2020-01-01' + i), canary(11, i) FROM generate_series(1, 400) i;
CREATE TABLE payroll (company_id int, person_id int, month int CHECK (month BETWEEN 1 AND 12), iban text, salary positive, remark text,
                      PRIMARY KEY (company_id, person_id, month), FOREIGN KEY (company_id, person_id) REFERENCES employment DEFERRABLE);
INSERT INTO payroll SELECT 1 + i % 400, i, 1 + i % 12, 'DE' || lpad((i * 7919)::text, 20, '3'), 2000 + i, canary(12, i) FROM generate_series(1, 400) i;
ALTER TABLE payroll ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON payroll USING (person_id > 0);
CREATE TABLE account (login text PRIMARY KEY, email citext NOT NULL REFERENCES person (email) ON UPDATE CASCADE, password text);
INSERT INTO account SELECT canary(13, i) || '_user', canary(1, i) || '@corp.example', '$2a$10$' || md5('pw' || i) FROM generate_series(1, 400) i;
CREATE TABLE login_event (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, login text NOT NULL REFERENCES account, ip inet, at timestamptz NOT NULL);
INSERT INTO login_event (login, ip, at) SELECT canary(13, 1 + i % 400) || '_user', ('10.7.1.' || i % 250)::inet, timestamptz '2024-03-01Z' + i * interval '1 minute'
  FROM generate_series(1, 2000) i;

CREATE TABLE document (id serial PRIMARY KEY, person_id int REFERENCES person, body text, scan_text text, meta json, scan bytea, form xml, digest bytea);
INSERT INTO document (person_id, body, scan_text, meta, scan, form, digest)
SELECT i, repeat('the same words again. ', 150) || canary(14, i) || repeat(' and again', 80), canary(15, i) || noise(i, 6000) || canary(15, i),
       json_build_object('fill', repeat('x', 3000), 'who', json_build_object('name', canary(16, i))),
       convert_to(repeat('bytes ', 500) || canary(17, i), 'UTF8'),
       ('<form><!-- by ' || canary(18, i) || ' --><field name="n">' || canary(18, i) || '</field></form>')::xml, sha256(convert_to(canary(17, i), 'UTF8'))
  FROM generate_series(1, 400) i;
CREATE TABLE newsletter (address email_address PRIMARY KEY, active boolean NOT NULL);
INSERT INTO newsletter SELECT canary(1, i) || '@corp.example', i % 2 = 0 FROM generate_series(1, 200) i;

CREATE TABLE address (id serial PRIMARY KEY, person_id int NOT NULL REFERENCES person, street text, postcode text, city text);
CREATE TABLE delivery_address (hint text) INHERITS (address);
CREATE TABLE billing_address (CHECK (person_id > 0)) INHERITS (address);
INSERT INTO address (person_id, street, postcode, city) SELECT i, 'Street ' || canary(19, i), lpad(i::text, 5, '1'), 'City ' || i % 40 FROM generate_series(1, 400) i;
INSERT INTO delivery_address (person_id, street, postcode, city, hint) SELECT i, 'Behind 7', '22222', 'City 3', canary(20, i) FROM generate_series(1, 400) i;
INSERT INTO billing_address (person_id, street, postcode, city) SELECT i, 'Box 9', '33333', 'City 4' FROM generate_series(1, 50) i;

CREATE TABLE event_log (at timestamptz NOT NULL, actor citext NOT NULL, message text) PARTITION BY RANGE (at);
CREATE TABLE event_log_2024 PARTITION OF event_log FOR VALUES FROM ('2024-01-01') TO ('2025-01-01') PARTITION BY HASH (actor);
CREATE TABLE event_log_2024_0 PARTITION OF event_log_2024 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE event_log_2024_1 PARTITION OF event_log_2024 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE event_log_rest PARTITION OF event_log DEFAULT;
INSERT INTO event_log SELECT timestamptz '2024-06-01Z' + i * interval '1 day', canary(1, i) || '@corp.example', canary(21, i) FROM generate_series(1, 400) i;
CREATE TABLE visit (region text NOT NULL, visitor citext NOT NULL, hits int) PARTITION BY LIST (region);
CREATE TABLE visit_a PARTITION OF visit FOR VALUES IN ('north', 'east');
CREATE TABLE visit_b PARTITION OF visit DEFAULT;
INSERT INTO visit SELECT (ARRAY['north', 'east', 'south'])[1 + i % 3], canary(1, 1 + i % 400) || '@corp.example', i FROM generate_series(1, 600) i;
CREATE TABLE web_session (token text NOT NULL, person_id int REFERENCES person, agent text) PARTITION BY HASH (token);
CREATE TABLE web_session_0 PARTITION OF web_session FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE web_session_1 PARTITION OF web_session FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO web_session SELECT canary(22, i), i, 'browser' FROM generate_series(1, 400) i;

CREATE TABLE category (id int PRIMARY KEY, name text NOT NULL, parent int REFERENCES category);
INSERT INTO category SELECT i, 'category ' || i, NULLIF(i / 3, 0) FROM generate_series(1, 20) i;
CREATE TABLE product (id serial PRIMARY KEY, sku text NOT NULL UNIQUE, title text NOT NULL, price positive, category int REFERENCES category,
                      gross numeric GENERATED ALWAYS AS (price * 1.19) STORED, size numrange);
INSERT INTO product (sku, title, price, category, size) SELECT 'SKU-0000-0000-' || i, 'product ' || i, i, 1 + i % 20, numrange(i, i + 1) FROM generate_series(1, 100) i;
CREATE TABLE room_booking (room int4range NOT NULL, booked_by int REFERENCES person, EXCLUDE USING gist (room WITH &&));
INSERT INTO room_booking SELECT int4range(i * 10, i * 10 + 9), i FROM generate_series(1, 50) i;
CREATE TABLE orders (id serial, day date NOT NULL, person_id int NOT NULL REFERENCES person, state state NOT NULL DEFAULT 'open', note text,
                     PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
CREATE TABLE orders_2024 PARTITION OF orders FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE orders_rest PARTITION OF orders DEFAULT;
INSERT INTO orders (day, person_id, state, note) SELECT date '2024-06-01' + i % 500, 1 + i % 400, (enum_range(NULL::state))[1 + i % 3], canary(23, i % 400)
  FROM generate_series(1, 2000) i;
CREATE TABLE order_line (order_id int, order_day date, line int, product_id int REFERENCES product, quantity int NOT NULL,
                         PRIMARY KEY (order_id, order_day, line), FOREIGN KEY (order_id, order_day) REFERENCES orders (id, day));
INSERT INTO order_line SELECT id, day, 1, 1 + id % 100, 1 + id % 4 FROM orders;
CREATE UNLOGGED TABLE cart (person_id int, product_id int REFERENCES product, PRIMARY KEY (person_id, product_id));
INSERT INTO cart SELECT i, 1 + i % 100 FROM generate_series(1, 100) i;
CREATE TABLE segment (label text, area text);
INSERT INTO segment SELECT canary(24, i % 40), canary(24, i % 40 + 40) FROM generate_series(1, 800) i;
CREATE STATISTICS segment_mcv (mcv, dependencies) ON label, area FROM segment;
CREATE TABLE audit (id serial PRIMARY KEY, entry text, old_row jsonb, at timestamptz DEFAULT now());
CREATE FUNCTION audited() RETURNS trigger LANGUAGE plpgsql AS
  $$BEGIN INSERT INTO erp.audit (entry, old_row) VALUES (OLD.subject, to_jsonb(OLD)); RETURN COALESCE(NEW, OLD); END$$;

-- Values of updated and deleted rows stay in files of the source.
CREATE TABLE ticket (id serial PRIMARY KEY, person_id int REFERENCES person, subject text, tags text[]);
INSERT INTO ticket (person_id, subject) SELECT 1 + i % 400, canary(25, i % 400) FROM generate_series(1, 800) i;
UPDATE ticket SET subject = 'closed', tags = ARRAY['a', 'b'];
INSERT INTO ticket (person_id, subject) SELECT 1, canary(26, i) FROM generate_series(1, 400) i;
DELETE FROM ticket WHERE subject <> 'closed';
CREATE TRIGGER ticket_audit AFTER UPDATE OR DELETE ON ticket FOR EACH ROW EXECUTE FUNCTION audited();
UPDATE ticket SET subject = 'closed again' WHERE id <= 30;
CREATE RULE no_delete AS ON DELETE TO setting DO INSTEAD NOTHING;

SET CONSTRAINTS ALL IMMEDIATE;
CREATE MATERIALIZED VIEW spending AS SELECT p.family_name, p.email, count(*) AS n FROM person p JOIN orders o ON o.person_id = p.id GROUP BY 1, 2;
CREATE MATERIALIZED VIEW big_spending AS SELECT * FROM spending WHERE n > 4;
CREATE UNIQUE INDEX ON spending (email);
CREATE VIEW staff AS SELECT p.id, e.company_id FROM person p JOIN employment e ON e.person_id = p.id;
CREATE UNIQUE INDEX person_lower ON person (lower(email::text));
CREATE INDEX ON person USING gin (words);
CREATE INDEX ON person USING gin (profile);

-- Eighteen departments with three tables each.
DO $$
DECLARE area text;
BEGIN
  FOREACH area IN ARRAY string_to_array('asset budget campaign complaint contract incident licence maintenance meeting project purchase quality shipment stock survey training vehicle visitor', ' ') LOOP
    EXECUTE format($sql$
      CREATE TABLE %1$I (id serial PRIMARY KEY, owner int NOT NULL REFERENCES person, company_id int REFERENCES company, title varchar(80),
                         state state, amount positive, created timestamptz NOT NULL DEFAULT now(), attributes jsonb);
      INSERT INTO %1$I (owner, company_id, title, state, amount, attributes)
      SELECT 1 + i %% 400, 1 + i %% 400, canary(27, i), 'open', i, jsonb_build_object('contact', canary(28, i)) FROM generate_series(1, 200) i;
      CREATE TABLE %1$s_item (%1$s_id int REFERENCES %1$I, line int, product_id int REFERENCES product, quantity int, PRIMARY KEY (%1$s_id, line));
      INSERT INTO %1$s_item SELECT i, line, 1 + i %% 100, line FROM generate_series(1, 200) i, generate_series(1, 2) line;
      CREATE TABLE %1$s_note (id bigint GENERATED BY DEFAULT AS IDENTITY, %1$s_id int, line int, author text REFERENCES account, body text,
                              FOREIGN KEY (%1$s_id, line) REFERENCES %1$s_item DEFERRABLE INITIALLY DEFERRED);
      INSERT INTO %1$s_note (%1$s_id, line, author, body)
      SELECT i, 1, canary(13, 1 + i) || '_user', 'note by ' || canary(29, i) FROM generate_series(1, 200) i;
      $sql$, area);
  END LOOP;
END $$;

-- What is no row: comments, large objects, foreign servers, statistics.
DO $$
DECLARE
  one record;
  num int := 0;
BEGIN
  FOR one IN SELECT a.attrelid::regclass::text AS relation, a.attname FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
              WHERE c.relnamespace = 'erp'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 ORDER BY 1, 2 LIMIT 399 LOOP
    num := num + 1;
    EXECUTE format('COMMENT ON COLUMN %s.%I IS %L', one.relation, one.attname, gen.canary(30, num));
  END LOOP;
  EXECUTE format('COMMENT ON DATABASE %I IS %L', current_database(), gen.canary(30, 400));
END $$;
SELECT lo_from_bytea(0, convert_to(canary(31, i), 'UTF8')) FROM generate_series(1, 400) i;
CREATE EXTENSION postgres_fdw SCHEMA public;
DO $$
BEGIN
  FOR i IN 1..40 LOOP
    EXECUTE format('CREATE SERVER far_%s FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host %L)', i, gen.canary(32, i));
    EXECUTE format('CREATE USER MAPPING FOR CURRENT_USER SERVER far_%s OPTIONS (password %L)', i, gen.canary(33, i));
    EXECUTE format('CREATE FOREIGN TABLE far_table_%1$s (x int OPTIONS (column_name %2$L)) SERVER far_%1$s OPTIONS (table_name %3$L)',
                   i, gen.canary(34, i), gen.canary(35, i));
  END LOOP;
END $$;
CREATE PUBLICATION changes FOR TABLE ticket;
CREATE SEQUENCE invoice_no;
SELECT setval('invoice_no', 471147114711);
DROP SCHEMA gen CASCADE;
ANALYZE;
