package dev.goldenrod.dataplane.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** PostgreSQL schema changes that can lose data, or that are easily overlooked. */
@Tag("slow")
class AwkwardPostgresSchemasTest extends RealServersFixture {
  @Test
  void what_is_too_long_is_refused_and_never_cut() throws Exception {
    create("shop");
    execute(
        "shop",
        """
        CREATE TABLE item (name varchar(80), code text, bits bit(8));
        INSERT INTO item VALUES ('assam from the hills', '0123456789', B'10101010');
        """);
    branch("shop", "trial");
    execute("trial", "DELETE FROM item");
    execute(
        "trial",
        """
        ALTER TABLE item ALTER name TYPE varchar(10), ALTER code TYPE char(4),
          ALTER bits TYPE bit(4) USING bits::bit(4);
        """);

    String sql = changes("trial");

    assertThat(sql)
        .contains("0 of 3 statements worked", "0 statements can lose data")
        .contains("-- FAILED when tried: ERROR: value too long for type character varying(10)")
        .contains("-- FAILED when tried: ERROR: value too long for type character(4)")
        .doesNotContain("USING");
    apply(sql, "shop");
    assertThat(query("shop", "SELECT name || code || bits FROM item"))
        .isEqualTo("assam from the hills012345678910101010");
  }

  @Test
  void narrower_columns_tell_what_they_lose() throws Exception {
    create("shop");
    execute(
        "shop",
        """
        CREATE TABLE sale (id bigint PRIMARY KEY, name varchar(80), price numeric(10, 4),
          grams float8, at timestamptz, code text, doc json, plain varchar(10) NOT NULL);
        INSERT INTO sale VALUES
          (1, 'assam', 1.2345, 1.5, '2026-01-01 10:00+00', '007', '{"a": 1,  "a": 2}', 'x'),
          (2, NULL, 2, 2, '2026-01-01 00:00+00', '8', NULL, 'y');
        """);
    branch("shop", "trial");
    execute(
        "trial",
        """
        ALTER TABLE sale ALTER id TYPE int, ALTER name TYPE varchar(10),
          ALTER price TYPE numeric(10, 2), ALTER grams TYPE int, ALTER at TYPE date,
          ALTER code TYPE int USING code::int, ALTER doc TYPE jsonb, ALTER plain TYPE varchar(20);
        """);

    String sql = changes("trial");

    assertThat(sql)
        .contains("0 objects still differ, 7 statements can lose data")
        .contains(
            "-- loses data: column name of public.sale, from character varying(80) to character varying(10): 0 values change, of 2 rows, 1 nulls, the longest value has 5 characters\nALTER TABLE public.sale ALTER COLUMN name TYPE character varying(10);")
        .contains("from numeric(10,4) to numeric(10,2): 1 values change, of 2 rows, 0 nulls")
        .contains("from double precision to integer: 1 values change")
        .contains("from timestamp with time zone to date: 1 values change")
        .contains("column code of public.sale, from text to integer: 1 values change")
        .contains("\nALTER TABLE public.sale ALTER COLUMN code TYPE integer USING code::integer;")
        .contains("from json to jsonb: 1 values change")
        .doesNotContain("loses data: column plain", "FAILED");
    assertThat(sql.split("USING", -1)).hasSize(2);
    becomes("shop", "trial", sql);
    assertThat(query("shop", "SELECT string_agg(id || '/' || name || '/' || price, ',') FROM sale"))
        .isEqualTo("1/assam/1.23");
  }

  @Test
  void what_goes_with_its_data_tells_how_much() throws Exception {
    create("shop");
    execute(
        "shop",
        """
        CREATE SCHEMA old;
        CREATE TABLE old."odd name" AS SELECT generate_series(1, 12) AS id;
        CREATE TABLE part (id int) PARTITION BY RANGE (id);
        CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM (0) TO (10);
        INSERT INTO part VALUES (1), (2);
        CREATE TABLE item (id int GENERATED ALWAYS AS IDENTITY, note text, half int, kept text);
        INSERT INTO item (note, half, kept) VALUES ('a', 1, 'x'), (NULL, 2, 'y');
        CREATE SEQUENCE number;
        SELECT nextval('number'), nextval('number');
        CREATE MATERIALIZED VIEW gone AS SELECT kept FROM item;
        CREATE MATERIALIZED VIEW other AS SELECT kept FROM item;
        CREATE UNIQUE INDEX ON other (kept);
        """);
    branch("shop", "trial");
    execute(
        "trial",
        """
        DROP SCHEMA old CASCADE;
        DROP TABLE part;
        ALTER TABLE item ALTER id DROP IDENTITY, DROP note, DROP half;
        ALTER TABLE item ADD half int GENERATED ALWAYS AS (id / 2) STORED;
        DROP SEQUENCE number;
        DROP MATERIALIZED VIEW gone, other;
        CREATE MATERIALIZED VIEW other AS SELECT kept || '!' AS kept FROM item;
        CREATE UNIQUE INDEX ON other (kept);
        """);

    String sql = changes("trial");

    assertThat(sql)
        .contains("0 objects still differ, 9 statements can lose data")
        .contains("-- loses data: table old.\"odd name\": 12 rows\nDROP TABLE old.\"odd name\";")
        .contains("-- loses data: table public.part_1: 2 rows")
        .contains("-- loses data: column note of public.item: 2 rows, 1 of them with a value")
        .contains("-- loses data: column half of public.item: 2 rows, 2 of them with a value")
        .contains("-- loses data: sequence public.number: its last value is at most ")
        .contains("numbers column id of public.item: its last value is at most ")
        .contains("-- loses data: materialized view public.gone: 2 rows\nDROP")
        .contains("-- loses data: materialized view public.other: 2 rows\nDROP")
        .doesNotContain("FAILED");
    becomes("shop", "trial", sql);
    assertThat(query("shop", "SELECT string_agg(id || kept, ',' ORDER BY id) FROM item"))
        .isEqualTo("1x,2y");
  }

  @Test
  void operators_privileges_and_settings_are_compared() throws Exception {
    create("shop");
    execute(
        "shop",
        """
        CREATE FUNCTION f(int, text) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 1';
        CREATE FUNCTION g(text, int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 2';
        CREATE FUNCTION cmp(int, int) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT $1 - $2';
        CREATE OPERATOR +! (FUNCTION = f, LEFTARG = int, RIGHTARG = text);
        CREATE TABLE item (id int);
        GRANT SELECT, INSERT ON item TO pg_monitor;
        ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC;
        ALTER DEFAULT PRIVILEGES GRANT EXECUTE ON FUNCTIONS TO pg_monitor;
        ALTER DATABASE app SET work_mem = '5MB';
        ALTER DATABASE app SET datestyle = 'ISO, DMY';
        ALTER ROLE goldenrod IN DATABASE app SET jit = off;
        """);
    branch("shop", "trial");
    execute(
        "trial",
        """
        CREATE OPERATOR +! (FUNCTION = g, LEFTARG = text, RIGHTARG = int);
        COMMENT ON OPERATOR +! (text, int) IS 'it''s other';
        REVOKE INSERT ON item FROM pg_monitor;
        GRANT UPDATE (id) ON item TO pg_monitor;
        ALTER DEFAULT PRIVILEGES REVOKE SELECT ON TABLES FROM PUBLIC;
        ALTER DEFAULT PRIVILEGES GRANT INSERT ON TABLES TO pg_monitor;
        ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM pg_monitor;
        ALTER DATABASE app SET search_path = "$user", public, "Odd, one", '';
        ALTER DATABASE app SET work_mem = '7MB';
        ALTER DATABASE app RESET datestyle;
        ALTER ROLE goldenrod IN DATABASE app SET application_name = 'it''s \\me';
        """);

    String sql = changes("trial");

    assertThat(sql)
        .contains("0 objects still differ, 0 statements can lose data")
        .contains("LEFTARG = text", "ALTER DATABASE app SET work_mem TO '7MB';")
        .contains("ALTER DATABASE app SET search_path TO '$user', 'public', 'Odd, one', '';")
        .doesNotContain("FAILED", "DROP OPERATOR");
    becomes("shop", "trial", sql);
  }

  @Test
  void names_that_read_alike_without_quotes_are_compared_each() throws Exception {
    create("shop");
    execute(
        "shop",
        """
        CREATE FUNCTION touched() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
        CREATE TABLE o (x int CONSTRAINT "i u" UNIQUE);
        CREATE TABLE "o i" (x int CONSTRAINT u UNIQUE);
        CREATE TRIGGER "i t" BEFORE UPDATE ON o FOR EACH ROW EXECUTE FUNCTION touched();
        CREATE TRIGGER t BEFORE UPDATE ON "o i" FOR EACH ROW EXECUTE FUNCTION touched();
        CREATE SCHEMA s;
        CREATE SCHEMA "s.a";
        CREATE TABLE s."a.t" (id int);
        CREATE TABLE "s.a".t (id int);
        CREATE TABLE "c d" (id int);
        CREATE TABLE "c
        d" (id int);
        CREATE TABLE "e f" (id int);
        """);
    branch("shop", "trial");
    execute("trial", "DROP TRIGGER \"i t\" ON o");
    assertThat(changes("trial")).contains("DROP TRIGGER \"i t\" ON public.o;");
    execute(
        "trial",
        """
        ALTER TABLE o DROP CONSTRAINT "i u";
        ALTER TABLE s."a.t" ADD name text;
        DROP TABLE "c
        d";
        CREATE TABLE "e
        f" (id int);
        """);

    String sql = changes("trial");

    assertThat(sql).contains("0 objects still differ").doesNotContain("FAILED");
    becomes("shop", "trial", sql);
  }

  @Test
  void rows_that_a_policy_hides_are_not_counted_as_none() throws Exception {
    create("shop");
    execute(
        "shop",
        """
        CREATE TABLE item (id int, note text);
        INSERT INTO item VALUES (1, 'a'), (2, 'b');
        CREATE POLICY none ON item USING (false);
        ALTER TABLE item ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
        CREATE TABLE plain AS SELECT 1 AS id;
        """);
    branch("shop", "trial");
    execute("trial", "ALTER TABLE item DROP note; DROP TABLE plain");

    String sql = changes("trial");

    assertThat(sql)
        .contains("0 objects still differ, 2 statements can lose data")
        .contains("-- loses data: column note of public.item: not counted")
        .contains("-- loses data: table public.plain: 1 rows")
        .doesNotContain("FAILED");
    becomes("shop", "trial", sql);
  }

  @Test
  void numbers_become_texts_with_all_of_their_digits() throws Exception {
    create("shop");
    execute(
        "shop",
        """
        CREATE TABLE item AS SELECT 0.1::float8 + 0.2::float8 AS weight;
        ALTER DATABASE app SET extra_float_digits = 0;
        """);
    branch("shop", "trial");
    execute("trial", "ALTER TABLE item ALTER weight TYPE text");

    becomes("shop", "trial", changes("trial"));

    assertThat(query("shop", "SELECT weight FROM item")).isEqualTo("0.30000000000000004");
  }

  @Test
  void slices_of_arrays_are_the_same_in_a_script() throws Exception {
    create("shop");
    execute("shop", "CREATE TABLE item (\"DBNAME\" int, codes int[])");
    branch("shop", "trial");
    execute(
        "trial",
        """
        CREATE VIEW firsts AS SELECT codes[1:"DBNAME"] AS codes FROM item;
        ALTER TABLE item ADD first int[] GENERATED ALWAYS AS (codes[1:"DBNAME"]) STORED;
        """);

    String sql = changes("trial");

    assertThat(sql).contains("0 objects still differ").doesNotContain("FAILED");
    becomes("shop", "trial", sql);
  }

  private static void becomes(String parent, String branch, String sql) throws Exception {
    apply(sql, parent);
    SqlClients clients = new SqlClients(dataDir);
    assertThat(clients.pgDump(login(parent))).isEqualTo(clients.pgDump(login(branch)));
    assertThat(changes(branch)).contains("The schemas are the same.");
  }

  private static void apply(String sql, String name) throws Exception {
    new SqlClients(dataDir).psql(login(name), sql);
  }
}
