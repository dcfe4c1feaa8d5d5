CREATE ROLE small_owner LOGIN PASSWORD 'owner-secret';
CREATE TABLE item (id int PRIMARY KEY, name text);
INSERT INTO item SELECT i, 'item ' || i FROM generate_series(1, 1000) i;
ALTER TABLE item OWNER TO small_owner;
