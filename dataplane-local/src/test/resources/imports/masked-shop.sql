CREATE SCHEMA shop;
SET search_path = shop, public;
CREATE EXTENSION IF NOT EXISTS citext SCHEMA public;
CREATE DOMAIN shop.email_address AS text CHECK (value LIKE '%@%');
CREATE TYPE shop.order_state AS ENUM ('open', 'sent', 'returned');
CREATE TYPE shop.contact AS (kind text, number text);

CREATE TABLE country (code char(2) PRIMARY KEY, name text NOT NULL);
INSERT INTO country VALUES ('DE', 'Germany'), ('FR', 'France'), ('NL', 'Netherlands');

CREATE TABLE customer (
  id serial PRIMARY KEY,
  email public.citext NOT NULL UNIQUE,
  given_name text NOT NULL,
  family_name text NOT NULL,
  full_name text GENERATED ALWAYS AS (given_name || ' ' || family_name) STORED,
  phone text,
  birth_date date,
  country char(2) REFERENCES country,
  profile jsonb NOT NULL DEFAULT '{}',
  tags text[] NOT NULL DEFAULT '{}',
  contacts contact,
  words tsvector GENERATED ALWAYS AS (to_tsvector('simple', family_name)) STORED,
  created timestamptz NOT NULL DEFAULT now());
INSERT INTO customer (email, given_name, family_name, phone, birth_date, country, profile, tags, contacts, created)
SELECT 'person' || i || '@real-shop' || i % 7 || '.example', 'Origivan' || i, 'Origfamily' || i,
       '+49 170 ' || 1000000 + i, date '1970-02-03' + i, (ARRAY['DE', 'FR', 'NL'])[1 + i % 3],
       jsonb_build_object('nick', 'secretnick' || i, 'level', i % 5), ARRAY['origtag' || i],
       ROW('mobile', '0170-orig-' || i)::contact, timestamptz '2024-01-01 00:00:00Z' + i * interval '1 hour'
  FROM generate_series(1, 600) i;

CREATE TABLE account (login text PRIMARY KEY, customer_email public.citext NOT NULL REFERENCES customer (email));
INSERT INTO account SELECT 'loginname_original_' || i, 'person' || i || '@real-shop' || i % 7 || '.example'
  FROM generate_series(1, 600) i;
CREATE TABLE login_event (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, login text NOT NULL REFERENCES account,
                          ip inet NOT NULL, at timestamptz NOT NULL);
INSERT INTO login_event (login, ip, at)
SELECT 'loginname_original_' || 1 + i % 600, ('10.1.' || i / 250 || '.' || i % 250)::inet, timestamptz '2024-02-01' + i * interval '1 minute'
  FROM generate_series(1, 2000) i;

CREATE TABLE category (id int PRIMARY KEY, name text NOT NULL, parent int REFERENCES category);
INSERT INTO category SELECT i, 'category ' || i, NULLIF(i / 3, 0) FROM generate_series(1, 20) i;
CREATE TABLE product (id serial PRIMARY KEY, sku text NOT NULL UNIQUE, title text NOT NULL, price numeric(10, 2) CHECK (price > 0),
                      category int REFERENCES category);
INSERT INTO product (sku, title, price, category) SELECT 'SKU-' || i, 'product ' || i, i, 1 + i % 20 FROM generate_series(1, 100) i;
CREATE TABLE orders (id serial, day date NOT NULL, customer int NOT NULL REFERENCES customer, state order_state NOT NULL DEFAULT 'open',
                     note text, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
CREATE TABLE orders_2024 PARTITION OF orders FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
CREATE TABLE orders_2025 PARTITION OF orders FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE TABLE orders_other PARTITION OF orders DEFAULT;
INSERT INTO orders (day, customer, state, note)
SELECT date '2024-06-01' + i % 500, 1 + i % 600, (ARRAY['open', 'sent', 'returned'])[1 + i % 3]::order_state, 'please ring at original bell ' || i
  FROM generate_series(1, 3000) i;
CREATE TABLE order_line (order_id int, order_day date, line int, product int REFERENCES product, quantity int NOT NULL,
                         PRIMARY KEY (order_id, order_day, line), FOREIGN KEY (order_id, order_day) REFERENCES orders (id, day));
INSERT INTO order_line SELECT id, day, 1, 1 + id % 100, 1 + id % 4 FROM orders;
CREATE TABLE region_visit (region text NOT NULL, visitor public.citext NOT NULL, hits int) PARTITION BY LIST (region);
CREATE TABLE region_visit_a PARTITION OF region_visit FOR VALUES IN ('north', 'east');
CREATE TABLE region_visit_b PARTITION OF region_visit DEFAULT;
INSERT INTO region_visit SELECT (ARRAY['north', 'east', 'south'])[1 + i % 3], 'person' || i || '@real-shop' || i % 7 || '.example', i
  FROM generate_series(1, 300) i;
CREATE TABLE address (id serial PRIMARY KEY, customer int NOT NULL REFERENCES customer, street text, postcode text, city text);
INSERT INTO address (customer, street, postcode, city) SELECT i, 'Origstreet ' || i, lpad(i::text, 5, '1'), 'Origcity' || i % 50 FROM generate_series(1, 600) i;
CREATE TABLE delivery_address (hint text) INHERITS (address);
INSERT INTO delivery_address (customer, street, postcode, city, hint) SELECT i, 'Behind Origstreet ' || i, '22222', 'Origcity1', 'hint by original ' || i
  FROM generate_series(1, 100) i;
CREATE TABLE newsletter (address email_address PRIMARY KEY, active boolean NOT NULL);
INSERT INTO newsletter SELECT 'person' || i || '@real-shop' || i % 7 || '.example', i % 2 = 0 FROM generate_series(1, 200) i;
CREATE TABLE payment (id uuid PRIMARY KEY, customer int REFERENCES customer, iban text, amount numeric(10, 2));
INSERT INTO payment SELECT md5('pay' || i)::uuid, 1 + i % 600, 'DE' || lpad((i * 7919)::text, 20, '3'), i FROM generate_series(1, 800) i;
CREATE TABLE ticket (id serial PRIMARY KEY, customer int REFERENCES customer, body text, payload json, attachment bytea);
INSERT INTO ticket (customer, body, payload, attachment) SELECT 1 + i % 600, 'My original complaint number ' || i || E' with\ttab and \\ backslash\nand line',
       json_build_object('who', 'jsonoriginal' || i), convert_to('filecontentoriginal' || i, 'UTF8') FROM generate_series(1, 400) i;
CREATE TABLE booking (id serial PRIMARY KEY, during tstzrange, room int);
INSERT INTO booking (during, room) SELECT tstzrange('2024-01-01'::timestamptz + i * interval '1 day', '2024-01-02'::timestamptz + i * interval '1 day'), i FROM generate_series(1, 50) i;
CREATE TABLE setting (key text PRIMARY KEY, value text NOT NULL);
INSERT INTO setting VALUES ('currency', 'EUR'), ('theme', 'dark');
CREATE TABLE audit_log (id serial PRIMARY KEY, entry text);
INSERT INTO audit_log (entry) SELECT 'entry of original person ' || i FROM generate_series(1, 50) i;
CREATE UNLOGGED TABLE cart (customer int, product int REFERENCES product, PRIMARY KEY (customer, product));
INSERT INTO cart SELECT i, 1 + i % 100 FROM generate_series(1, 100) i;
CREATE TABLE empty_one (id int);
CREATE MATERIALIZED VIEW spending AS SELECT c.email, count(*) AS n FROM customer c JOIN orders o ON o.customer = c.id GROUP BY c.email;
CREATE MATERIALIZED VIEW big_spending AS SELECT * FROM spending WHERE n > 4;
CREATE UNIQUE INDEX customer_lower ON customer (lower(email::text));
CREATE INDEX ON customer USING gin (words);
CREATE SEQUENCE invoice_no;
SELECT setval('invoice_no', 4711);
COMMENT ON TABLE customer IS 'comment of originalperson';
CREATE FUNCTION order_count(int) RETURNS bigint LANGUAGE sql STABLE AS 'SELECT count(*) FROM shop.orders WHERE customer = $1';
ANALYZE;
