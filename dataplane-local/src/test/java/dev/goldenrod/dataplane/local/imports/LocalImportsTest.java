package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import dev.goldenrod.port.VersionRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One complete import of a database with many kinds of objects. */
class LocalImportsTest {
  private static final String DATABASE = "a shop's \"odd\" = näme";
  private static final UUID ID = UUID.fromString("11111111-2222-3333-4444-555555555555");

  @TempDir static Path folder;
  private static ImportEnvironment machine;
  private static TestSource source;
  private static ImportObservation end;
  private static TestPostgres clone;

  @BeforeAll
  static void import_once() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    machine = new ImportEnvironment(folder.resolve("data"));
    source = new TestSource(machine.home(), machine.runAs, folder);
    source.create(DATABASE, "shop.sql");
    source.execute(
        "postgres",
        "ALTER DATABASE %s SET search_path = shop, public".formatted(Sql.name(DATABASE)));
    end = machine.run(spec());
    assertThat(end.message()).isEmpty();
    clone = machine.start("golden-" + ID);
  }

  @AfterAll
  static void end_everything() {
    if (source != null) {
      source.close();
    }
    machine.close();
  }

  private static ImportSpec spec() {
    return new ImportSpec(
        ID, "shop", 1, source.connection(DATABASE), Integer.toString(machine.major()));
  }

  @Test
  void the_end_tells_version_size_and_handle() {
    assertThat(end.state()).isEqualTo(StepState.DONE);
    assertThat(end.result().release()).isEqualTo(Integer.toString(machine.major()));
    assertThat(end.result().handle()).isEqualTo("local:" + ID);
    assertThat(end.result().sizeBytes()).isGreaterThan(20_000_000);
    assertThat(machine.versions.handles()).contains("local:" + ID);
  }

  @Test
  void every_table_has_the_rows_and_checksums_of_the_source() throws SQLException {
    try (Connection there = source.connect(DATABASE);
        Connection here = machine.login(clone, DATABASE)) {
      Map<String, String> expected = checksums(there);

      assertThat(expected).hasSizeGreaterThan(7);
      assertThat(checksums(here)).isEqualTo(expected);
    }
  }

  @Test
  void large_objects_sequences_and_settings_are_the_sources() throws SQLException {
    String facts =
        """
        SELECT md5(lo_get(4712)) || lo_get(4711)::text || (SELECT last_value FROM shop.customer_id_seq)
               || (SELECT last_value FROM shop.orders_id_seq) || current_setting('search_path')
               || obj_description('shop.orders'::regclass)
        """;
    try (Connection there = source.connect(DATABASE);
        Connection here = machine.login(clone, DATABASE)) {
      assertThat(Sql.texts(here, facts)).isEqualTo(Sql.texts(there, facts));
    }
  }

  @Test
  void the_clones_user_owns_everything_but_what_extensions_brought() throws SQLException {
    try (Connection here = machine.login(clone, DATABASE)) {
      assertThat(Sql.texts(here, OwnedObjects.STRANGERS)).isEmpty();
    }
  }

  @Test
  void no_role_of_the_source_can_log_in_and_grants_and_policies_stand() throws SQLException {
    try (Connection admin = clone.connectAsAdmin(DATABASE);
        Connection here = machine.login(clone, DATABASE)) {
      assertThat(
              Sql.texts(admin, "SELECT rolname FROM pg_authid WHERE rolcanlogin ORDER BY rolname"))
          .containsExactly("goldenrod", "goldenrod_admin");
      assertThat(Sql.texts(admin, "SELECT rolname FROM pg_authid WHERE rolsuper"))
          .containsExactly("goldenrod_admin");
      assertThat(Sql.texts(admin, "SELECT rolname FROM pg_authid WHERE rolname = 'bystander'"))
          .isEmpty();

      Sql.run(here, "SET ROLE reporter");
      assertThat(Sql.texts(here, "SELECT DISTINCT state::text FROM shop.orders"))
          .containsExactly("sent");
      assertThat(Sql.number(here, "SELECT count(*) FROM shop.customer")).isEqualTo(5000);
      assertThatThrownBy(() -> Sql.texts(here, "SELECT data::text FROM shop.session"))
          .hasMessageContaining("permission denied");
    }
  }

  @Test
  void the_clones_user_may_connect_to_no_database_from_which_it_could_drop_its_own() {
    for (String other : List.of("postgres", "template1")) {
      assertThatThrownBy(() -> machine.login(clone, other))
          .as(other)
          .hasMessageContaining("permission denied for database");
    }
  }

  @Test
  void the_clones_user_may_do_all_ddl_and_reaches_no_file() throws SQLException {
    try (Connection here = machine.login(clone, DATABASE)) {
      here.setAutoCommit(false);
      Sql.runAll(
          here,
          List.of(
              "ALTER TABLE shop.customer ADD COLUMN age int",
              "CREATE SCHEMA mine CREATE TABLE t (id int)",
              "CREATE TABLE public.u (id int)",
              "CREATE EXTENSION hstore",
              "DROP EXTENSION hstore",
              "ALTER TYPE shop.state ADD VALUE 'lost'",
              "REFRESH MATERIALIZED VIEW shop.turnover",
              "SELECT count(*) FROM pg_stat_activity",
              "DROP TABLE public.u",
              "DROP SCHEMA mine CASCADE"));
      here.rollback();
      here.setAutoCommit(true);
      for (String reach :
          List.of(
              "SELECT pg_read_file('PG_VERSION')",
              "COPY shop.session TO '/tmp/goldenrod-must-not-be'",
              "COPY shop.session TO PROGRAM 'true'",
              "SELECT shop.wild('1')",
              "SET ROLE goldenrod_admin",
              "SET ROLE readers; SELECT pg_read_file('PG_VERSION')",
              "ALTER ROLE goldenrod SUPERUSER",
              "GRANT pg_read_server_files TO goldenrod")) {
        assertThatThrownBy(() -> Sql.run(here, reach)).as(reach).isInstanceOf(SQLException.class);
        Sql.run(here, "RESET ROLE");
      }
    }
  }

  @Test
  void what_is_left_out_is_reported() {
    assertThat(end.warnings())
        .anyMatch(warning -> warning.contains("event trigger 'ddl_noted'"))
        .anyMatch(warning -> warning.contains("user mapping 'app_owner SERVER elsewhere'"))
        .anyMatch(warning -> warning.contains("shop.wild(cstring)"))
        .anyMatch(warning -> warning.contains("own FUNCTION pg_read_file(text) are"))
        .hasSize(4);
  }

  @Test
  void nothing_but_the_golden_is_left() throws Exception {
    assertThat(machine.imports.importIds()).isEmpty();
    assertThat(machine.volumes.list()).contains("golden-" + ID).doesNotContain("import-" + ID);
    assertThat(machine.root.imports()).isEmptyDirectory();
    DataVolume volume = new DataVolume(machine.volumes.path("golden-" + ID));
    Map<String, String> settings = volume.info().settings();
    assertThat(volume.info())
        .isEqualTo(
            new DatabaseInfo(
                "postgresql", machine.home().release(), DATABASE, "goldenrod", settings));
    assertThat(settings)
        .containsOnlyKeys("work_mem", "hash_mem_multiplier")
        .containsEntry("work_mem", "4096kB");
    assertThat(volume.data().resolve("postmaster.pid")).doesNotExist();
    assertThat(ImportEnvironment.kibibytes(volume.data().resolve("pg_wal"))).isLessThan(1000);
  }

  @Test
  void another_process_finds_the_import_done() {
    ImportObservation seen =
        machine.open(machine.installations).observe(ID, ImportPhase.SNAPSHOTTING);

    assertThat(seen).isEqualTo(end);
  }

  @Test
  void its_handle_is_cloned_from_its_volume_and_an_unknown_one_is_named() {
    assertThat(machine.versions.ofVersion(version("local:" + ID))).isEqualTo("golden-" + ID);
    assertThatThrownBy(() -> machine.versions.ofVersion(version("local:" + new UUID(0, 1))))
        .hasMessageContaining("golden 'shop' version 1")
        .hasMessageContaining("local:00000000");
  }

  private static VersionRef version(String handle) {
    return new VersionRef(new UUID(0, 7), "shop", 1, handle);
  }

  private static Map<String, String> checksums(Connection connection) throws SQLException {
    List<String> tables =
        Sql.texts(
            connection,
            """
            SELECT quote_ident(nspname) || '.' || quote_ident(relname)
              FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
             WHERE relkind IN ('r', 'p', 'm', 'v') AND nspname IN ('shop', 'Weird Schema')
            """);
    Map<String, String> sums = new TreeMap<>();
    for (String table : tables) {
      String sql =
          "SELECT count(*) || ' ' || COALESCE(md5(string_agg(t::text, '|' ORDER BY t::text)), '') FROM %s t";
      sums.put(table, Sql.texts(connection, sql.formatted(table)).get(0));
    }
    return sums;
  }
}
