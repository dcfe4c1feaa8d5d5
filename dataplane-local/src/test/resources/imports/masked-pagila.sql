-- The tables of Pagila, a public example of a film rental, by its documentation.
CREATE SCHEMA pagila;
SET search_path = pagila, public;
CREATE TYPE mpaa_rating AS ENUM ('G', 'PG', 'PG-13', 'R', 'NC-17');
CREATE DOMAIN year AS integer CHECK (value >= 1901 AND value <= 2155);
CREATE TABLE country (country_id serial PRIMARY KEY, country text NOT NULL, last_update timestamptz NOT NULL DEFAULT now());
CREATE TABLE city (city_id serial PRIMARY KEY, city text NOT NULL, country_id int NOT NULL REFERENCES country, last_update timestamptz NOT NULL DEFAULT now());
CREATE TABLE address (address_id serial PRIMARY KEY, address text NOT NULL, address2 text, district text NOT NULL, city_id int NOT NULL REFERENCES city,
                      postal_code text, phone text NOT NULL, last_update timestamptz NOT NULL DEFAULT now());
CREATE TABLE language (language_id serial PRIMARY KEY, name char(20) NOT NULL, last_update timestamptz NOT NULL DEFAULT now());
CREATE TABLE category (category_id serial PRIMARY KEY, name text NOT NULL, last_update timestamptz NOT NULL DEFAULT now());
CREATE TABLE actor (actor_id serial PRIMARY KEY, first_name text NOT NULL, last_name text NOT NULL, last_update timestamptz NOT NULL DEFAULT now());
CREATE TABLE film (film_id serial PRIMARY KEY, title text NOT NULL, description text, release_year year, language_id int NOT NULL REFERENCES language,
                   original_language_id int REFERENCES language, rental_duration smallint NOT NULL DEFAULT 3, rental_rate numeric(4, 2) NOT NULL DEFAULT 4.99,
                   length smallint, replacement_cost numeric(5, 2) NOT NULL DEFAULT 19.99, rating mpaa_rating DEFAULT 'G',
                   last_update timestamptz NOT NULL DEFAULT now(), special_features text[], fulltext tsvector NOT NULL);
CREATE FUNCTION film_fulltext() RETURNS trigger LANGUAGE plpgsql AS
  $$BEGIN NEW.fulltext := to_tsvector('pg_catalog.english', NEW.title); RETURN NEW; END$$;
CREATE TRIGGER film_fulltext BEFORE INSERT OR UPDATE ON film FOR EACH ROW EXECUTE FUNCTION film_fulltext();
CREATE INDEX ON film USING gist (fulltext);
CREATE TABLE film_actor (actor_id int REFERENCES actor, film_id int REFERENCES film, last_update timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (actor_id, film_id));
CREATE TABLE film_category (film_id int REFERENCES film, category_id int REFERENCES category, last_update timestamptz NOT NULL DEFAULT now(),
                            PRIMARY KEY (film_id, category_id));
CREATE TABLE store (store_id serial PRIMARY KEY, manager_staff_id int NOT NULL UNIQUE, address_id int NOT NULL REFERENCES address,
                    last_update timestamptz NOT NULL DEFAULT now());
CREATE TABLE staff (staff_id serial PRIMARY KEY, first_name text NOT NULL, last_name text NOT NULL, address_id int NOT NULL REFERENCES address, email text,
                    store_id int NOT NULL REFERENCES store, active boolean NOT NULL DEFAULT true, username text NOT NULL, password text,
                    last_update timestamptz NOT NULL DEFAULT now(), picture bytea);
CREATE TABLE customer (customer_id serial PRIMARY KEY, store_id int NOT NULL REFERENCES store, first_name text NOT NULL, last_name text NOT NULL, email text,
                       address_id int NOT NULL REFERENCES address, activebool boolean NOT NULL DEFAULT true, create_date date NOT NULL DEFAULT current_date,
                       last_update timestamptz DEFAULT now(), active int);
CREATE TABLE inventory (inventory_id serial PRIMARY KEY, film_id int NOT NULL REFERENCES film, store_id int NOT NULL REFERENCES store,
                        last_update timestamptz NOT NULL DEFAULT now());
CREATE TABLE rental (rental_id serial PRIMARY KEY, rental_date timestamptz NOT NULL, inventory_id int NOT NULL REFERENCES inventory,
                     customer_id int NOT NULL REFERENCES customer, return_date timestamptz, staff_id int NOT NULL REFERENCES staff,
                     last_update timestamptz NOT NULL DEFAULT now(), UNIQUE (rental_date, inventory_id, customer_id));
CREATE TABLE payment (payment_id serial, customer_id int NOT NULL REFERENCES customer, staff_id int NOT NULL REFERENCES staff,
                      rental_id int NOT NULL REFERENCES rental, amount numeric(5, 2) NOT NULL, payment_date timestamptz NOT NULL,
                      PRIMARY KEY (payment_date, payment_id)) PARTITION BY RANGE (payment_date);
CREATE TABLE payment_p2022_01 PARTITION OF payment FOR VALUES FROM ('2022-01-01Z') TO ('2022-02-01Z');
CREATE TABLE payment_p2022_02 PARTITION OF payment FOR VALUES FROM ('2022-02-01Z') TO ('2022-03-01Z');

INSERT INTO country (country) SELECT 'Country ' || i FROM generate_series(1, 10) i;
INSERT INTO city (city, country_id) SELECT 'Town ' || i, 1 + i % 10 FROM generate_series(1, 60) i;
INSERT INTO address (address, district, city_id, postal_code, phone)
SELECT i || ' Hidden Lane', 'District ' || i % 20, 1 + i % 60, (10000 + i)::text, (100000000000 + i * 7919)::text FROM generate_series(1, 300) i;
INSERT INTO language (name) VALUES ('English'), ('Italian');
INSERT INTO category (name) SELECT 'Genre ' || i FROM generate_series(1, 16) i;
INSERT INTO actor (first_name, last_name) SELECT 'Actorfirst' || i, 'Actorlast' || i FROM generate_series(1, 100) i;
INSERT INTO film (title, description, release_year, language_id, length, rating, special_features)
SELECT 'Film number ' || i, 'A story of ' || i, 2006, 1 + i % 2, 80 + i % 60, (enum_range(NULL::mpaa_rating))[1 + i % 5], ARRAY['Trailers']
  FROM generate_series(1, 200) i;
INSERT INTO film_actor SELECT 1 + i % 100, 1 + i % 199 FROM generate_series(1, 900) i;
INSERT INTO film_category SELECT i, 1 + i % 16 FROM generate_series(1, 200) i;
INSERT INTO store (manager_staff_id, address_id) VALUES (1, 1), (2, 2);
INSERT INTO staff (first_name, last_name, address_id, email, store_id, username, password)
SELECT 'Stafffirst' || i, 'Stafflast' || i, i, 'staff' || i || '@pagila.example', i, 'staffname_of_shop_' || i, md5('p' || i) FROM generate_series(1, 2) i;
ALTER TABLE store ADD FOREIGN KEY (manager_staff_id) REFERENCES staff DEFERRABLE INITIALLY DEFERRED;
INSERT INTO customer (store_id, first_name, last_name, email, address_id, active)
SELECT 1 + i % 2, 'Rentfirst' || i, 'Rentlast' || i, 'renter' || i || '@pagila.example', i, 1 FROM generate_series(1, 290) i;
INSERT INTO inventory (film_id, store_id) SELECT 1 + i % 200, 1 + i % 2 FROM generate_series(1, 600) i;
INSERT INTO rental (rental_date, inventory_id, customer_id, return_date, staff_id)
SELECT timestamptz '2022-01-01Z' + i * interval '1 hour', 1 + i % 600, 1 + i % 290, NULL, 1 + i % 2 FROM generate_series(1, 1200) i;
INSERT INTO payment (customer_id, staff_id, rental_id, amount, payment_date)
SELECT customer_id, staff_id, rental_id, rental_id % 10, rental_date + interval '1 hour' FROM rental;
CREATE VIEW customer_list AS SELECT cu.customer_id AS id, (cu.first_name || ' ') || cu.last_name AS name, a.address, city.city, country.country
  FROM customer cu JOIN address a USING (address_id) JOIN city USING (city_id) JOIN country USING (country_id);
CREATE MATERIALIZED VIEW rental_by_category AS SELECT c.name AS category, sum(p.amount) AS total_sales
  FROM payment p JOIN rental r USING (rental_id) JOIN inventory i USING (inventory_id) JOIN film_category fc USING (film_id) JOIN category c USING (category_id)
 GROUP BY c.name;
ANALYZE;
