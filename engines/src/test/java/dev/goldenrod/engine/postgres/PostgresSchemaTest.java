package dev.goldenrod.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.engine.schema.SchemaParts;
import dev.goldenrod.port.DataPlaneException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PostgresSchemaTest {
  @Test
  void a_dump_is_taken_apart_at_its_headers() {
    SchemaParts parts =
        PostgresSchema.parts(
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
            Map.entry("SCHEMA app", "CREATE SCHEMA app;"),
            Map.entry("TABLE app.item", "CREATE TABLE app.item (\n    id integer\n);"));
  }

  @Test
  void what_a_function_or_a_name_holds_is_neither_header_nor_end_nor_drop() {
    SchemaParts parts =
        PostgresSchema.parts(
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

    assertThat(PostgresSchema.checked(dump)).isEqualTo("\nAS $$\npg_dump: y\n\\restrict b\n$$;\n");
    assertThatThrownBy(() -> PostgresSchema.checked("SELECT 1; \\! id\n"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("commands of psql");
  }
}
