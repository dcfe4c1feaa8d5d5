package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.StepState;
import dev.goldenrod.source.SourceConnection;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Users' mistakes and the resulting messages. */
class ImportFailuresTest extends SmallSourceFixture {
  @BeforeAll
  void keep_secrets() {
    machine.secrets.put("wrong", null, "not-it");
    machine.secrets.put("owner", "small_owner", "owner-secret");
  }

  @Test
  void a_wrong_password_says_whose_and_never_which() {
    SourceConnection right = source.connection("small");

    String message = failure(with(right.host(), right.port(), "small", "", "wrong"), "");

    assertThat(message)
        .contains("127.0.0.1:" + right.port() + "/small", "user 'postgres'", "wrong password")
        .contains("'goldenrod secret put")
        .doesNotContain("not-it");
  }

  @Test
  void a_source_that_is_down_says_connection_refused() {
    assertThat(failure(with("127.0.0.1", 1, "small", "", "source"), ""))
        .contains("127.0.0.1:1/small", "connection refused");
  }

  @Test
  void an_unknown_host_is_named() {
    assertThat(failure(with("db.invalid", 5432, "small", "", "source"), ""))
        .contains("unknown host 'db.invalid'");
  }

  @Test
  void a_missing_database_is_named() {
    assertThat(failure(source.connection("nowhere"), "")).contains("has no database 'nowhere'");
  }

  @Test
  void a_source_without_tls_says_so() {
    SourceConnection right = source.connection("small");

    assertThat(failure(with(right.host(), right.port(), "small", "require", "source"), ""))
        .contains("TLS", "sslmode require");
  }

  @Test
  void an_unknown_sslmode_names_those_there_are() {
    assertThat(failure(with("127.0.0.1", 1, "small", "maybe", "source"), ""))
        .contains("sslmode 'maybe'", "verify-full");
  }

  @Test
  void a_missing_secret_is_named() {
    assertThat(failure(with("127.0.0.1", 1, "small", "", "absent"), ""))
        .contains("secret 'absent'", "'goldenrod secret put absent");
  }

  @Test
  void another_major_version_says_both_numbers() {
    int actual = machine.major();

    assertThat(failure(source.connection("small"), Integer.toString(actual + 1)))
        .contains("runs PostgreSQL " + actual, "pg_major " + (actual + 1));
  }

  @Test
  void missing_tools_name_the_package() {
    assertThatThrownBy(() -> machine.context().tools("99"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("pg_dump")
        .hasMessageContaining("99");
  }

  @Test
  void a_table_that_the_user_cannot_read_fails_the_import_and_says_what_to_grant()
      throws Exception {
    source.execute("postgres", "CREATE DATABASE partly");
    source.execute("partly", "CREATE TABLE hidden (id int)");
    SourceConnection right = source.connection("partly");
    ImportSpec spec = spec(with(right.host(), right.port(), "partly", "", "owner"), "");

    ImportObservation end = machine.run(spec);

    assertThat(end.state()).isEqualTo(StepState.FAILED);
    assertThat(end.message()).contains("hidden", "pg_read_all_data").doesNotContain("owner-secret");
    assertThat(machine.context().volumes().list())
        .as("its space is free before the store knows of the failure")
        .doesNotContain(VolumeNames.staged(spec.id()));
    machine.remove(spec.id());
    assertThat(machine.imports.importIds()).doesNotContain(spec.id());
  }

  @Tag("slow")
  @Test
  void a_large_object_that_the_user_cannot_read_says_what_does_not_help() throws Exception {
    source.execute("postgres", "CREATE DATABASE large");
    source.execute("large", "SELECT lo_from_bytea(77, 'hidden')");

    assertThat(endAsOwner("large").message())
        .contains("large object 77", "pg_read_all_data does not cover large objects");
  }

  @Tag("slow")
  @Test
  void row_security_that_binds_the_owner_says_so() throws Exception {
    source.execute("postgres", "CREATE DATABASE forced OWNER small_owner");
    source.execute(
        "forced",
        "CREATE TABLE t (i int); ALTER TABLE t OWNER TO small_owner;"
            + " ALTER TABLE t ENABLE ROW LEVEL SECURITY; ALTER TABLE t FORCE ROW LEVEL SECURITY");

    assertThat(endAsOwner("forced").message())
        .contains("row-level security", "BYPASSRLS", "FORCE ROW LEVEL SECURITY");
  }

  @Tag("slow")
  @Test
  void a_database_that_makes_every_session_another_role_is_read_as_the_user() throws Exception {
    source.execute("postgres", "CREATE ROLE nobody_at_all");
    source.execute("postgres", "CREATE DATABASE masked");
    source.execute("masked", "CREATE TABLE t (i int); INSERT INTO t VALUES (1)");
    source.execute("postgres", "ALTER DATABASE masked SET role = 'nobody_at_all'");
    ImportSpec spec = spec(source.connection("masked"), "");

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    assertThat(end.warnings()).anyMatch(warning -> warning.contains("setting role ="));
  }

  private ImportObservation endAsOwner(String database) {
    SourceConnection right = source.connection(database);
    ImportSpec spec = spec(with(right.host(), right.port(), database, "", "owner"), "");
    ImportObservation end = machine.run(spec);
    machine.remove(spec.id());
    return end;
  }

  @Tag("slow")
  @Test
  void an_extension_that_reaches_files_is_left_out_with_its_tables_and_reported() throws Exception {
    source.execute("postgres", "CREATE DATABASE filed");
    source.execute(
        "filed",
        "CREATE EXTENSION file_fdw; CREATE SERVER files FOREIGN DATA WRAPPER file_fdw;"
            + " CREATE FOREIGN TABLE passwd (line text) SERVER files OPTIONS (filename '/etc/passwd');"
            + " CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)");
    ImportSpec spec = spec(source.connection("filed"), "");

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    assertThat(end.warnings())
        .anyMatch(warning -> warning.contains("extension 'file_fdw' is left out"))
        .anyMatch(warning -> warning.contains("server 'files' could not be restored"))
        .anyMatch(warning -> warning.contains("foreign table 'public.passwd' could not"));
  }

  @Tag("slow")
  @Test
  void a_table_that_needs_what_only_a_superuser_makes_names_it_and_tells_all_else_too()
      throws Exception {
    source.execute("postgres", "CREATE DATABASE based");
    source.execute(
        "based",
        "CREATE TYPE odd;"
            + " CREATE FUNCTION odd_in(cstring) RETURNS odd IMMUTABLE STRICT LANGUAGE internal AS 'textin';"
            + " CREATE FUNCTION odd_out(odd) RETURNS cstring IMMUTABLE STRICT LANGUAGE internal AS 'textout';"
            + " CREATE TYPE odd (INPUT = odd_in, OUTPUT = odd_out, LIKE = text);"
            + " COMMENT ON FUNCTION odd_in(cstring) IS 'reads';"
            + " CREATE TABLE t (o odd); INSERT INTO t VALUES ('x')");
    ImportSpec spec = spec(source.connection("based"), "");

    ImportObservation end = machine.run(spec);

    assertThat(end.state()).isEqualTo(StepState.FAILED);
    assertThat(end.message())
        .startsWith("table 'public.t' could not be restored")
        .contains("it depends on a missing object: type 'public.odd' is left out")
        .doesNotContain("extension");
    assertThat(end.warnings())
        .anyMatch(warning -> warning.startsWith("function 'public.odd_in(cstring)' is left out"))
        .anyMatch(warning -> warning.startsWith("type 'public.odd' is left out"))
        .noneMatch(warning -> warning.startsWith("comment"));
    machine.remove(spec.id());
  }

  @Test
  void steps_out_of_order_are_refused() {
    ImportSpec spec = spec(source.connection("small"), "");

    machine.imports.ensure(spec, ImportPhase.IMPORTING);

    ImportObservation end = machine.await(spec, ImportPhase.IMPORTING);
    assertThat(end.state()).isEqualTo(StepState.FAILED);
    assertThat(end.message()).contains("step Provisioning has not finished");
    machine.remove(spec.id());
  }

  private String failure(SourceConnection connection, String release) {
    ImportSpec spec = spec(connection, release);
    ImportObservation end = machine.run(spec, ImportPhase.PROBING);
    assertThat(end.state()).isEqualTo(StepState.FAILED);
    machine.remove(spec.id());
    assertThat(machine.imports.observe(spec.id(), ImportPhase.PROBING).state())
        .isEqualTo(StepState.ABSENT);
    return end.message();
  }

  private ImportSpec spec(SourceConnection connection, String release) {
    return new ImportSpec(UUID.randomUUID(), "shop", 1, connection, release);
  }

  private static SourceConnection with(
      String host, int port, String database, String sslmode, String secret) {
    return new SourceConnection(host, port, database, TestSource.USER, sslmode, secret);
  }
}
