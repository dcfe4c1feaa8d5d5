package dev.goldenrod.engine.postgres.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.engine.schema.LiveSchema.SchemaParts;
import dev.goldenrod.port.DataPlaneException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresDumpTest {
  @Test
  void a_dump_is_taken_apart_at_its_headers() {
    SchemaParts parts =
        PostgresDump.parts(
            """
            --
            -- PostgreSQL database dump
            --

            SET statement_timeout = 0;
            SELECT pg_catalog.set_config('search_path', '', false);

            ALTER TABLE ONLY app.item DROP CONSTRAINT item_pkey;
            DROP TABLE app.item;
            DROP SCHEMA app;
            --
            -- Name: app; Type: SCHEMA; Schema: -; Owner: -
            --

            CREATE SCHEMA app;


            SET default_table_access_method = heap;

            --
            -- Name: item; Type: TABLE; Schema: app; Owner: -
            --

            CREATE TABLE app.item (
                id integer
            );


            --
            -- PostgreSQL database dump complete
            --
            """);

    assertThat(parts.drops())
        .containsExactly(
            "ALTER TABLE ONLY app.item DROP CONSTRAINT item_pkey;",
            "DROP TABLE app.item;",
            "DROP SCHEMA app;");
    assertThat(parts.objects())
        .containsExactly(
            Map.entry("SCHEMA app", List.of("CREATE SCHEMA app;")),
            Map.entry("TABLE app.item", List.of("CREATE TABLE app.item (\n    id integer\n);")));
  }

  @Test
  void what_a_function_or_a_name_holds_is_neither_header_nor_end_nor_drop() {
    SchemaParts parts =
        PostgresDump.parts(
            """
            DROP TABLE public."x
            DROP TABLE public.tea; --";
            --
            -- Name: f(); Type: FUNCTION; Schema: public; Owner: -
            --

            CREATE FUNCTION public.f() RETURNS text
                AS $$
            --
            -- Name: zzz; Type: FUNCTION; Schema: public; Owner: -
            --
            DELETE FROM public.tea;
            --
            -- PostgreSQL database dump complete
            --
            $$;


            --
            -- Name: g(); Type: FUNCTION; Schema: public; Owner: -
            --

            CREATE FUNCTION public.g();


            --
            -- PostgreSQL database dump complete
            --
            """);

    assertThat(parts.drops())
        .containsExactly("DROP TABLE public.\"x\nDROP TABLE public.tea; --\";");
    assertThat(parts.objects()).containsOnlyKeys("FUNCTION public.f()", "FUNCTION public.g()");
  }

  @Test
  void a_dump_in_which_psql_would_do_more_is_refused_and_bodies_are_whole() {
    String dump = "\\restrict a\n\npg_dump: warning: x\nAS $$\npg_dump: y\n\\restrict b\n$$;\n";

    assertThat(PostgresDump.checked(dump)).isEqualTo("\nAS $$\npg_dump: y\n\\restrict b\n$$;\n");
    assertThatThrownBy(() -> PostgresDump.checked("SELECT 1; \\! id\n"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("psql commands");
  }

  @Test
  void slices_of_arrays_are_no_variables_of_psql() {
    assertThat(
            PostgresDump.checked(
                "SELECT a[1:\"DBNAME\"], a[1:n], a[:'1'::int], a[1:2], ':n'::\"Odd\", b::text AS \":n\"; -- :n\n"))
        .isEqualTo(
            "SELECT a[1: \"DBNAME\"], a[1: n], a[: '1'::int], a[1:2], ':n'::\"Odd\", b::text AS \":n\"; -- :n\n");
  }

  @Test
  void tables_with_their_columns_in_another_order_are_the_same() {
    String table = "CREATE TABLE app.item (\n    id integer,\n    name text\n);";

    assertThat(
            PostgresDump.isSame(
                table, "CREATE TABLE app.item (\n    name text,\n    id integer\n);"))
        .isTrue();
    assertThat(PostgresDump.isSame(table, table.replace("text", "bytea"))).isFalse();
    assertThat(PostgresDump.isSame("CREATE VIEW a AS\n b", "CREATE VIEW a AS\nb\n ")).isFalse();
  }

  @Test
  void the_order_of_other_lines_of_a_table_matters() {
    String table =
        """
        CREATE TABLE app.item (
            id integer DEFAULT
        CASE
            WHEN (random() > 0.5) THEN 1
            WHEN (random() > 0.1) THEN 2
            ELSE 3
        END,
            note text DEFAULT 'a,
        b'::text,
            tags integer[] DEFAULT ARRAY[1, 2],
            CONSTRAINT "odd (" CHECK ((id > 0))
        )
        PARTITION BY RANGE (id, note);
        ALTER TABLE ONLY app.item ALTER COLUMN note SET STORAGE EXTERNAL;
        ALTER TABLE ONLY app.item ALTER COLUMN tags SET STORAGE EXTERNAL;""";
    String first = "    WHEN (random() > 0.5) THEN 1\n";
    String second = "    WHEN (random() > 0.1) THEN 2\n";
    String tags = "    tags integer[] DEFAULT ARRAY[1, 2],\n";
    String storage = "ALTER TABLE ONLY app.item ALTER COLUMN note SET STORAGE EXTERNAL;";

    assertThat(PostgresDump.isSame(table, table.replace(first + second, second + first))).isFalse();
    assertThat(PostgresDump.isSame(table, table.replace("'a,", "'a"))).isFalse();
    assertThat(PostgresDump.isSame(table, table.replace("[1, 2]", "[2, 1]"))).isFalse();
    assertThat(PostgresDump.isSame(table, table.replace("(id, note)", "(note, id)"))).isFalse();
    assertThat(PostgresDump.isSame(table, table.replace(storage, ""))).isFalse();
    assertThat(
            PostgresDump.isSame(
                table,
                table
                        .replace(tags, "")
                        .replace("(\n    id", "(\n" + tags + "    id")
                        .replace(storage, "")
                    + "\n"
                    + storage))
        .isTrue();
  }

  @Test
  void objects_whose_names_read_alike_without_quotes_are_told_apart() {
    List<String> objects =
        List.of(
            object(
                "o i t", "TRIGGER", "public", "CREATE TRIGGER \"i t\" BEFORE UPDATE ON public.o;"),
            object(
                "o i t", "TRIGGER", "public", "CREATE TRIGGER t BEFORE UPDATE ON public.\"o i\";"),
            object("a.t", "TABLE", "s", "CREATE TABLE s.\"a.t\" (\n    id integer\n);"),
            object("t", "TABLE", "s.a", "CREATE TABLE \"s.a\".t (\n    id integer\n);"),
            object("c d", "TABLE", "public", "CREATE TABLE public.\"c d\" (\n    id integer\n);"),
            object("c d", "TABLE", "public", "CREATE TABLE public.\"c\nd\" (\n    id integer\n);"),
            object("e", "TABLE", "public", "CREATE TABLE public.e (\n    id integer\n);"));

    assertThat(PostgresDump.parts(String.join("", objects)).objects())
        .containsOnlyKeys(
            "TRIGGER public.o i t: CREATE TRIGGER \"i t\"",
            "TRIGGER public.o i t: CREATE TRIGGER t",
            "TABLE s.a.t: CREATE TABLE s.\"a.t\"",
            "TABLE s.a.t: CREATE TABLE \"s.a\".t",
            "TABLE public.c d: CREATE TABLE public.\"c d\"",
            "TABLE public.c d: CREATE TABLE public.\"c\nd\"",
            "TABLE public.e");
  }

  @Test
  void objects_that_nothing_tells_apart_stand_together() {
    String one = "CREATE TRIGGER t BEFORE UPDATE ON public.\"c d\";";
    String other = "CREATE TRIGGER t BEFORE UPDATE ON public.\"c\nd\";";

    assertThat(
            PostgresDump.parts(
                    object("c d t", "TRIGGER", "public", one)
                        + object("c d t", "TRIGGER", "public", other))
                .objects())
        .containsExactly(Map.entry("TRIGGER public.c d t: CREATE TRIGGER t", List.of(one, other)));
  }

  private static String object(String name, String type, String schema, String ddl) {
    return "--\n-- Name: %s; Type: %s; Schema: %s; Owner: -\n--\n\n%s\n\n\n"
        .formatted(name, type, schema, ddl);
  }

  @Test
  void objects_that_share_a_header_are_told_apart_and_privileges_can_be_taken_back() {
    SchemaParts parts =
        PostgresDump.parts(
            """
            --
            -- Name: +!; Type: OPERATOR; Schema: app; Owner: -
            --

            CREATE OPERATOR app.+! (
                FUNCTION = app.f,
                LEFTARG = integer,
                RIGHTARG = text
            );


            --
            -- Name: +!; Type: OPERATOR; Schema: app; Owner: -
            --

            CREATE OPERATOR app.+! (
                FUNCTION = app.g,
                RIGHTARG = text
            );


            --
            -- Name: odd; Type: OPERATOR FAMILY; Schema: app; Owner: -
            --

            CREATE OPERATOR FAMILY app.odd USING btree;


            --
            -- Name: odd; Type: OPERATOR FAMILY; Schema: app; Owner: -
            --

            CREATE OPERATOR FAMILY app.odd USING hash;


            --
            -- Name: TABLE t; Type: ACL; Schema: app; Owner: -
            --

            REVOKE ALL ON TABLE app.t FROM ada;
            GRANT SELECT ON TABLE app."t ON TO" TO "odd ""FROM" WITH GRANT OPTION;


            --
            -- Name: DEFAULT PRIVILEGES FOR TABLES; Type: DEFAULT ACL; Schema: app; Owner: -
            --

            ALTER DEFAULT PRIVILEGES FOR ROLE ada IN SCHEMA app GRANT SELECT ON TABLES  TO PUBLIC;


            --
            -- Name: DEFAULT PRIVILEGES FOR TABLES; Type: DEFAULT ACL; Schema: app; Owner: -
            --

            ALTER DEFAULT PRIVILEGES FOR ROLE eve IN SCHEMA app GRANT SELECT ON TABLES  TO PUBLIC;
            """);

    assertThat(parts.objects())
        .containsOnlyKeys(
            "OPERATOR app.+! (integer, text)",
            "OPERATOR app.+! (NONE, text)",
            "OPERATOR FAMILY app.odd USING btree",
            "OPERATOR FAMILY app.odd USING hash",
            "ACL app.TABLE t",
            "DEFAULT ACL app.DEFAULT PRIVILEGES FOR TABLES FOR ROLE ada",
            "DEFAULT ACL app.DEFAULT PRIVILEGES FOR TABLES FOR ROLE eve");
    assertThat(parts.drops())
        .containsExactly(
            "GRANT ALL ON TABLE app.t TO ada;",
            "REVOKE SELECT ON TABLE app.\"t ON TO\" FROM \"odd \"\"FROM\";",
            "ALTER DEFAULT PRIVILEGES FOR ROLE ada IN SCHEMA app REVOKE SELECT ON TABLES FROM PUBLIC;",
            "ALTER DEFAULT PRIVILEGES FOR ROLE eve IN SCHEMA app REVOKE SELECT ON TABLES FROM PUBLIC;");
  }
}
