package dev.goldenrod.engine.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.engine.schema.SchemaParts;
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
}
