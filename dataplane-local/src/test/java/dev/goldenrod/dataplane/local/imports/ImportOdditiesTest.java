package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.preparation.WorkFolder;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Unusual sources. */
@Tag("slow")
class ImportOdditiesTest extends ImportFixture {
  @Test
  void roles_and_a_database_that_have_the_names_of_goldenrods_own_do_no_harm() throws Exception {
    source.execute(
        "postgres",
        """
        CREATE ROLE goldenrod SUPERUSER LOGIN PASSWORD 'x';
        CREATE ROLE goldenrod_admin LOGIN PASSWORD 'y';
        CREATE ROLE member LOGIN IN ROLE goldenrod_admin, pg_execute_server_program;
        CREATE TABLE a (id int);
        ALTER TABLE a OWNER TO goldenrod;
        CREATE TABLE b (id int);
        ALTER TABLE b OWNER TO goldenrod_admin;
        GRANT SELECT ON a TO goldenrod_admin, member;
        ALTER DEFAULT PRIVILEGES FOR ROLE goldenrod GRANT SELECT ON TABLES TO member;
        ALTER DATABASE postgres SET default_transaction_read_only = on;
        ALTER DATABASE postgres SET statement_timeout = 1234;
        """);
    ImportSpec spec = spec("postgres");

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    assertThat(end.warnings())
        .anyMatch(warning -> warning.contains("role 'goldenrod_admin'"))
        .anyMatch(
            warning ->
                warning.startsWith("role 'member' is a member of 'pg_execute_server_program'"));
    TestPostgres server = machine.start(VolumeNames.golden(spec.id()));
    try (Connection here = machine.login(server, "postgres")) {
      assertThat(
              Sql.texts(
                  here,
                  "SELECT DISTINCT relowner::regrole::text FROM pg_class WHERE relname IN ('a', 'b')"))
          .containsExactly("goldenrod");
      assertThat(Sql.texts(here, "SHOW default_transaction_read_only")).containsExactly("off");
      assertThat(Sql.texts(here, "SHOW statement_timeout")).containsExactly("0");
      assertThat(Sql.texts(here, "SELECT rolname FROM pg_roles WHERE rolsuper"))
          .containsExactly("goldenrod_admin");
      assertThatThrownBy(() -> Sql.run(here, "SET ROLE goldenrod_admin"))
          .isInstanceOf(SQLException.class);
      Sql.run(here, "SET ROLE member");
      assertThatThrownBy(() -> Sql.run(here, "COPY a TO PROGRAM 'true'"))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void memberships_keep_their_options_and_lead_to_nothing_outside_of_the_database()
      throws Exception {
    source.execute(
        "postgres",
        """
        CREATE ROLE team;
        CREATE ROLE lead LOGIN CONNECTION LIMIT 7;
        CREATE ROLE reporting LOGIN IN ROLE pg_read_all_data, pg_monitor, pg_read_server_files;
        GRANT team TO lead WITH ADMIN OPTION;
        GRANT team TO reporting;
        CREATE SCHEMA hidden;
        CREATE TABLE hidden.a AS SELECT 1 AS i;
        GRANT SELECT ON hidden.a TO team, lead;
        GRANT USAGE ON SCHEMA hidden TO reporting;
        CREATE TABLE hidden.b AS SELECT 2 AS i;
        ALTER DATABASE postgres CONNECTION LIMIT 50;
        """);
    ImportSpec spec = spec("postgres");

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    assertThat(end.warnings())
        .satisfiesExactlyInAnyOrder(
            warning ->
                assertThat(warning)
                    .startsWith("role 'reporting' is a member of 'pg_read_server_files'"),
            warning -> assertThat(warning).contains("allows at most 50 connections"));
    TestPostgres server = machine.start(VolumeNames.golden(spec.id()));
    try (Connection here = machine.login(server, "postgres")) {
      assertThat(
              Sql.texts(
                  here,
                  "SELECT roleid::regrole || ' ' || member::regrole || ' ' || admin_option"
                      + " FROM pg_auth_members WHERE member::regrole::text IN ('lead', 'reporting')"
                      + " ORDER BY 1"))
          .containsExactly(
              "pg_monitor reporting false",
              "pg_read_all_data reporting false",
              "team lead true",
              "team reporting false");
      assertThat(Sql.texts(here, "SELECT rolconnlimit::text FROM pg_roles WHERE rolname = 'lead'"))
          .containsExactly("7");
      Sql.run(here, "SET ROLE reporting");
      assertThat(Sql.texts(here, "SELECT i::text FROM hidden.b")).containsExactly("2");
      assertThatThrownBy(() -> Sql.texts(here, "SELECT pg_read_file('PG_VERSION')"))
          .isInstanceOf(SQLException.class);
    }
  }

  @Test
  void a_source_that_cancels_what_takes_long_is_probed_all_the_same() throws Exception {
    source.execute(
        "postgres", "CREATE TABLE t (i int); ALTER DATABASE postgres SET statement_timeout = 1");

    assertThat(machine.run(spec("postgres"), ImportPhase.PROBING).message()).isEmpty();
  }

  @Test
  void functions_of_the_source_never_run_as_a_superuser() throws Exception {
    source.execute(
        "postgres",
        """
        CREATE FUNCTION trap(i int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$
        BEGIN
          IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user)
             AND current_user <> 'postgres' THEN
            RAISE EXCEPTION 'sprung';
          END IF;
          RETURN i;
        END $$;
        CREATE TABLE t (i int CHECK (public.trap(i) = i), g int GENERATED ALWAYS AS (public.trap(i)) STORED);
        CREATE INDEX ON t (public.trap(i));
        INSERT INTO t VALUES (1), (2);
        CREATE MATERIALIZED VIEW m AS SELECT public.trap(i) FROM t;
        """);

    ImportObservation end = machine.run(spec("postgres"));

    assertThat(end.message()).isEmpty();
    assertThat(end.warnings()).isEmpty();
  }

  @Test
  void large_tables_are_loaded_frozen_and_complete() throws Exception {
    source.execute(
        "postgres",
        """
        CREATE TABLE "Größe" ("Id" int PRIMARY KEY, "text" text, twice int GENERATED ALWAYS AS ("Id" * 2) STORED);
        INSERT INTO "Größe" SELECT i, repeat('x', 500) FROM generate_series(1, 20000) i;
        CREATE TABLE child (note text) INHERITS ("Größe");
        INSERT INTO child ("Id", "text", note) SELECT i, repeat('y', 500), i FROM generate_series(1, 20000) i;
        """);
    ImportSpec spec = spec("postgres");
    machine.run(spec, ImportPhase.IMPORTING);
    assertThat(machine.root.imports().resolve(spec.id() + "/dump/freezing/toc.dat"))
        .content(StandardCharsets.ISO_8859_1)
        .contains("TRUNCATE TABLE ONLY public.child; COPY public.child (");

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    assertThat(end.warnings()).isEmpty();
    TestPostgres server = machine.start(VolumeNames.golden(spec.id()));
    try (Connection here = machine.login(server, "postgres")) {
      assertThat(Sql.texts(here, "SELECT count(*) || ' ' || sum(twice) FROM ONLY \"Größe\""))
          .containsExactly("20000 400020000");
      assertThat(Sql.texts(here, "SELECT count(*) || ' ' || sum(note::int) FROM child"))
          .containsExactly("20000 200010000");
    }
  }

  @Test
  void names_like_messages_of_failures_neither_hide_nor_repeat_rows() throws Exception {
    source.execute(
        "postgres",
        """
        CREATE FUNCTION is_text(t text) RETURNS bool LANGUAGE sql IMMUTABLE AS $$ SELECT t IS NOT NULL $$;
        CREATE FUNCTION holds(t text) RETURNS bool LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN is_text(t); END $$;
        CREATE TABLE named (i int);
        CREATE TABLE loaded (i int);
        CREATE TABLE retried (t text CHECK (public.holds(t)));
        INSERT INTO named SELECT generate_series(1, 1000);
        INSERT INTO loaded SELECT generate_series(1, 1000);
        INSERT INTO retried SELECT i FROM generate_series(1, 1000) i;
        """);
    ImportSpec before = spec("postgres");
    machine.run(before, ImportPhase.IMPORTING);
    String contents =
        Files.readString(machine.root.imports().resolve(before.id() + "/pg_restore.list"));
    Matcher entry = Pattern.compile("(\\d+); .* TABLE DATA public named ").matcher(contents);
    assertThat(entry.find()).isTrue();
    String message = "from TOC entry %s; ".formatted(entry.group(1));
    source.execute(
        "postgres",
        """
        ALTER TABLE retried RENAME TO "%1$sa";
        ALTER TABLE loaded RENAME TO "%1$sb";
        """
            .formatted(message));
    ImportSpec spec = spec("postgres");

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    TestPostgres server = machine.start(VolumeNames.golden(spec.id()));
    try (Connection here = machine.login(server, "postgres")) {
      for (String table : List.of("named", message + "a", message + "b")) {
        assertThat(Sql.texts(here, "SELECT count(*)::text FROM \"%s\"".formatted(table)))
            .as(table)
            .containsExactly("1000");
      }
    }
  }

  @Test
  void a_table_that_cannot_be_analysed_is_named_and_kept() throws Exception {
    source.execute(
        "postgres",
        """
        CREATE FUNCTION moody(i int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$
        BEGIN
          IF session_user <> 'postgres' THEN RAISE EXCEPTION 'not for you'; END IF;
          RETURN i;
        END $$;
        CREATE TABLE t (i int, j int);
        INSERT INTO t SELECT i, i FROM generate_series(1, 100) i;
        CREATE STATISTICS moods ON (public.moody(i)), j FROM t;
        """);
    ImportSpec spec = spec("postgres");

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    assertThat(end.warnings())
        .singleElement()
        .asString()
        .contains("VACUUM (FREEZE, ANALYZE) t", "not for you");
  }

  @Test
  void tables_of_an_access_method_that_only_a_superuser_makes_are_stored_as_heap()
      throws Exception {
    source.execute(
        "postgres",
        """
        CREATE ACCESS METHOD own_heap TYPE TABLE HANDLER heap_tableam_handler;
        COMMENT ON ACCESS METHOD own_heap IS 'ours';
        CREATE TABLE t USING own_heap AS SELECT generate_series(1, 3) i;
        CREATE TABLE u USING own_heap AS SELECT generate_series(1, 4) i;
        CREATE TABLE v AS SELECT generate_series(1, 5) i;
        """);
    ImportSpec spec = spec("postgres");

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    assertThat(end.warnings())
        .satisfiesExactlyInAnyOrder(
            warning ->
                assertThat(warning).startsWith("access method 'own_heap' is left out, with what"),
            warning ->
                assertThat(warning)
                    .startsWith("table 'public.t' is stored as heap, like all other objects")
                    .contains("\"own_heap\""));
    TestPostgres server = machine.start(VolumeNames.golden(spec.id()));
    try (Connection here = machine.login(server, "postgres")) {
      assertThat(
              Sql.texts(
                  here,
                  "SELECT relname || amname || reltuples FROM pg_class c JOIN pg_am a ON a.oid = relam"
                      + " WHERE relnamespace = 'public'::regnamespace ORDER BY 1"))
          .containsExactly("theap3", "uheap4", "vheap5");
    }
  }

  @Test
  void a_latin1_database_keeps_its_encoding_and_letters() throws Exception {
    source.execute(
        "postgres",
        "CREATE DATABASE old TEMPLATE template0 ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C'");
    source.execute("old", "CREATE TABLE \"größe\" (name text); INSERT INTO \"größe\" VALUES ('ä')");
    ImportSpec spec = spec("old");

    assertThat(machine.run(spec).message()).isEmpty();

    TestPostgres server = machine.start(VolumeNames.golden(spec.id()));
    try (Connection here = machine.login(server, "old")) {
      assertThat(Sql.texts(here, "SHOW server_encoding")).containsExactly("LATIN1");
      assertThat(Sql.texts(here, "SELECT name FROM \"größe\"")).containsExactly("ä");
    }
  }

  @Test
  void a_full_disk_is_called_one_with_its_figures() throws Exception {
    source.execute("postgres", "CREATE TABLE t (i int)");
    ImportSpec spec = spec("postgres");
    machine.run(spec, ImportPhase.PROBING);
    WorkFolder folder = machine.context().folder(spec.id());
    String log = "pg_restore: error: No space left on device\n";
    folder.writePrivate("pg_restore-data.log", log.getBytes(StandardCharsets.UTF_8));

    String message =
        new DiskSpace(machine.volumes).explain(new ImportRecords(folder), "connection was closed");

    assertThat(message)
        .startsWith("the disk is full: the source's database has")
        .contains("MB", "GB are free", "connection was closed");
  }
}
