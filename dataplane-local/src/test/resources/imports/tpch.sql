-- The tables of TPC-H, with few rows, each following from its number.
CREATE ROLE tpch LOGIN PASSWORD 'tpch';
ALTER DATABASE tpch OWNER TO tpch;
ALTER DATABASE tpch SET work_mem = '20MB';
ALTER DATABASE tpch SET random_page_cost = 1.1;
ALTER DATABASE tpch SET from_collapse_limit = 3;
ALTER ROLE tpch SET default_statistics_target = 250;
ALTER ROLE tpch SET enable_mergejoin = off;
ALTER ROLE tpch IN DATABASE tpch SET join_collapse_limit = 2;
CREATE SCHEMA tpch AUTHORIZATION tpch;
SET SESSION AUTHORIZATION tpch;
SET search_path = tpch;
SET default_statistics_target = 250;
CREATE FUNCTION pick(of bigint, salt int, choices int) RETURNS int LANGUAGE sql IMMUTABLE AS
  'SELECT abs(hashint8extended($1, $2) % $3)::int';
CREATE TABLE region (r_regionkey int PRIMARY KEY, r_name char(25) NOT NULL, r_comment varchar(152));
CREATE TABLE nation (
  n_nationkey int PRIMARY KEY, n_name char(25) NOT NULL,
  n_regionkey int NOT NULL REFERENCES region, n_comment varchar(152));
CREATE TABLE supplier (
  s_suppkey int PRIMARY KEY, s_name char(25) NOT NULL, s_address varchar(40) NOT NULL,
  s_nationkey int NOT NULL REFERENCES nation, s_phone char(15) NOT NULL,
  s_acctbal numeric(15, 2) NOT NULL, s_comment varchar(101) NOT NULL);
CREATE TABLE customer (
  c_custkey int PRIMARY KEY, c_name varchar(25) NOT NULL, c_address varchar(40) NOT NULL,
  c_nationkey int NOT NULL REFERENCES nation, c_phone char(15) NOT NULL,
  c_acctbal numeric(15, 2) NOT NULL, c_mktsegment char(10) NOT NULL, c_comment varchar(117) NOT NULL);
CREATE TABLE part (
  p_partkey int PRIMARY KEY, p_name varchar(55) NOT NULL, p_mfgr char(25) NOT NULL,
  p_brand char(10) NOT NULL, p_type varchar(25) NOT NULL, p_size int NOT NULL,
  p_container char(10) NOT NULL, p_retailprice numeric(15, 2) NOT NULL, p_comment varchar(23) NOT NULL);
CREATE TABLE partsupp (
  ps_partkey int NOT NULL REFERENCES part, ps_suppkey int NOT NULL REFERENCES supplier,
  ps_availqty int NOT NULL, ps_supplycost numeric(15, 2) NOT NULL, ps_comment varchar(199) NOT NULL,
  PRIMARY KEY (ps_partkey, ps_suppkey));
CREATE TABLE orders (
  o_orderkey int PRIMARY KEY, o_custkey int NOT NULL REFERENCES customer, o_orderstatus char(1) NOT NULL,
  o_totalprice numeric(15, 2) NOT NULL, o_orderdate date NOT NULL, o_orderpriority char(15) NOT NULL,
  o_clerk char(15) NOT NULL, o_shippriority int NOT NULL, o_comment varchar(79) NOT NULL);
CREATE TABLE lineitem (
  l_orderkey int NOT NULL REFERENCES orders, l_partkey int NOT NULL, l_suppkey int NOT NULL,
  l_linenumber int NOT NULL, l_quantity numeric(15, 2) NOT NULL, l_extendedprice numeric(15, 2) NOT NULL,
  l_discount numeric(15, 2) NOT NULL, l_tax numeric(15, 2) NOT NULL, l_returnflag char(1) NOT NULL,
  l_linestatus char(1) NOT NULL, l_shipdate date NOT NULL, l_commitdate date NOT NULL,
  l_receiptdate date NOT NULL, l_shipinstruct char(25) NOT NULL, l_shipmode char(10) NOT NULL,
  l_comment varchar(44) NOT NULL, PRIMARY KEY (l_orderkey, l_linenumber),
  FOREIGN KEY (l_partkey, l_suppkey) REFERENCES partsupp);
INSERT INTO region SELECT i, ('{AFRICA,AMERICA,ASIA,EUROPE,"MIDDLE EAST"}'::text[])[i + 1], 'region ' || i
  FROM generate_series(0, 4) i;
INSERT INTO nation SELECT i,
    ('{ALGERIA,ARGENTINA,BRAZIL,CANADA,EGYPT,ETHIOPIA,FRANCE,GERMANY,INDIA,INDONESIA,IRAN,IRAQ,JAPAN,JORDAN,KENYA,MOROCCO,MOZAMBIQUE,PERU,CHINA,ROMANIA,"SAUDI ARABIA",VIETNAM,RUSSIA,"UNITED KINGDOM","UNITED STATES"}'::text[])[i + 1],
    ('{0,1,1,1,4,0,3,3,2,2,4,4,2,4,0,0,0,1,2,3,4,2,3,3,1}'::int[])[i + 1], 'nation ' || i
  FROM generate_series(0, 24) i;
INSERT INTO supplier SELECT i, 'Supplier#' || lpad(i::text, 9, '0'), 'street ' || pick(i, 1, 999), pick(i, 2, 25),
    10 + pick(i, 2, 25) || '-' || 100 + pick(i, 3, 900), pick(i, 4, 1100000) / 100.0 - 1000,
    CASE WHEN pick(i, 5, 9) = 0 THEN 'much Customer of Complaints ' ELSE 'quick deposits ' END || i
  FROM generate_series(1, 60) i;
INSERT INTO customer SELECT i, 'Customer#' || lpad(i::text, 9, '0'), 'road ' || pick(i, 6, 9999), pick(i, 7, 25),
    10 + pick(i, 7, 25) || '-' || 100 + pick(i, 8, 900), pick(i, 9, 1100000) / 100.0 - 1000,
    ('{AUTOMOBILE,BUILDING,FURNITURE,MACHINERY,HOUSEHOLD}'::text[])[1 + pick(i, 10, 5)], 'regular requests ' || i
  FROM generate_series(1, 900) i;
INSERT INTO part SELECT i,
    ('{almond,antique,forest,green,ivory,lemon,navy,olive,peach,rose}'::text[])[1 + pick(i, 11, 10)] || ' '
      || ('{azure,beige,black,blue,brown,coral,cream,cyan,green,grey}'::text[])[1 + pick(i, 12, 10)],
    'Manufacturer#' || 1 + pick(i, 13, 5), 'Brand#' || 1 + pick(i, 13, 5) || 1 + pick(i, 14, 5),
    ('{STANDARD,SMALL,MEDIUM,LARGE,ECONOMY,PROMO}'::text[])[1 + pick(i, 15, 6)] || ' '
      || ('{ANODIZED,BURNISHED,PLATED,POLISHED,BRUSHED}'::text[])[1 + pick(i, 16, 5)] || ' '
      || ('{TIN,NICKEL,BRASS,STEEL,COPPER}'::text[])[1 + pick(i, 17, 5)],
    1 + pick(i, 18, 50),
    ('{SM,LG,MED,JUMBO,WRAP}'::text[])[1 + pick(i, 19, 5)] || ' '
      || ('{CASE,BOX,BAG,JAR,PKG,PACK,CAN,DRUM}'::text[])[1 + pick(i, 20, 8)],
    900 + i % 1000 / 10.0, 'part ' || i
  FROM generate_series(1, 1200) i;
INSERT INTO partsupp SELECT p, 1 + (p + s * 15) % 60, 1 + pick(p * 4 + s, 21, 9999), 1 + pick(p * 4 + s, 22, 99900) / 100.0,
    'even deposits ' || p
  FROM generate_series(1, 1200) p, generate_series(0, 3) s;
INSERT INTO orders SELECT i, 1 + pick(i, 23, 300) * 3, ('{F,O,P}'::text[])[1 + pick(i, 24, 3)],
    1000 + pick(i, 25, 40000000) / 100.0, date '1992-01-01' + pick(i, 26, 2406),
    ('{1-URGENT,2-HIGH,3-MEDIUM,4-NOT SPECIFIED,5-LOW}'::text[])[1 + pick(i, 27, 5)],
    'Clerk#' || lpad(pick(i, 28, 100)::text, 9, '0'), 0,
    CASE WHEN pick(i, 29, 40) = 0 THEN 'some special and pending requests' ELSE 'final deposits ' || i END
  FROM generate_series(1, 5000) i;
INSERT INTO lineitem SELECT o, p, 1 + (p + pick(o * 4 + n, 31, 4) * 15) % 60, n + 1, 1 + pick(o * 4 + n, 32, 50),
    900 + pick(o * 4 + n, 33, 9000000) / 100.0, pick(o * 4 + n, 34, 11) / 100.0, pick(o * 4 + n, 35, 9) / 100.0,
    CASE WHEN shipped > '1995-06-17' THEN 'N' WHEN pick(o * 4 + n, 36, 2) = 0 THEN 'R' ELSE 'A' END,
    CASE WHEN shipped > '1995-06-17' THEN 'O' ELSE 'F' END, shipped, o_orderdate + 30 + pick(o * 4 + n, 37, 61),
    shipped + 1 + pick(o * 4 + n, 38, 30),
    ('{"DELIVER IN PERSON","COLLECT COD",NONE,"TAKE BACK RETURN"}'::text[])[1 + pick(o * 4 + n, 39, 4)],
    ('{"REG AIR",AIR,RAIL,SHIP,TRUCK,MAIL,FOB}'::text[])[1 + pick(o * 4 + n, 40, 7)], 'line ' || n
  FROM (SELECT o_orderkey o, n, o_orderdate, 1 + pick(o_orderkey * 4 + n, 30, 1200) p,
               o_orderdate + 1 + pick(o_orderkey * 4 + n, 41, 121) shipped
          FROM orders, generate_series(0, 3) n) made;
CREATE INDEX ON lineitem (l_partkey, l_suppkey);
CREATE INDEX ON lineitem (l_shipdate);
CREATE INDEX ON orders (o_custkey);
CREATE INDEX ON orders (o_orderdate);
CREATE INDEX ON customer (c_nationkey);
CREATE INDEX ON supplier (s_nationkey);
CREATE STATISTICS line_flags (dependencies, mcv) ON l_returnflag, l_linestatus FROM lineitem;
ALTER TABLE lineitem ALTER l_shipmode SET STATISTICS 5;
RESET SESSION AUTHORIZATION;
