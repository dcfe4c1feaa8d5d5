package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import dev.goldenrod.port.VersionRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Permissions of a clone's users on tables of an extension. */
@Tag("slow")
class ExtensionTablesTest {
  private static final String DATABASE = "travel";

  @TempDir Path folder;
  private ImportEnvironment machine;
  private TestSource source;

  @BeforeEach
  void start_a_source_with_an_extension() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path programs = OwnExtension.install(TestPostgres.HOME.bin(), folder.resolve("installation"));
    machine = new ImportEnvironment(folder.resolve("data"), List.of(programs));
    source = new TestSource(machine.home(), machine.runAs, folder);
    source.execute("postgres", "CREATE DATABASE " + DATABASE);
    source.execute(
        DATABASE,
        """
        CREATE ROLE reader;
        CREATE EXTENSION places;
        INSERT INTO place (name) VALUES ('Auckland');
        GRANT SELECT ON place TO reader;
        GRANT EXECUTE ON FUNCTION place_secret() TO reader;
        CREATE TABLE visit (at int REFERENCES place ON DELETE CASCADE);
        INSERT INTO visit VALUES (1);
        """);
  }

  @AfterEach
  void end_everything() {
    source.close();
    machine.close();
  }

  @Test
  void tables_and_sequences_are_the_users_to_read_and_write_and_functions_are_as_they_came()
      throws Exception {
    ImportSpec spec = new ImportSpec(UUID.randomUUID(), "test", 1, source.connection(DATABASE), "");
    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    assertThat(end.warnings())
        .singleElement()
        .asString()
        .contains("a grant on public.FUNCTION place_secret()");
    TestPostgres clone = machine.start(VolumeNames.golden(spec.id()));
    try (Connection here = machine.login(clone, DATABASE)) {
      requireUsable(here);
      assertThatThrownBy(() -> Sql.run(here, "INSERT INTO visit VALUES (7)"))
          .hasMessageContaining("foreign key");
      Sql.run(here, "SET ROLE reader");
      assertThat(Sql.texts(here, "SELECT name FROM place")).containsExactly("Auckland");
    }
  }

  @Test
  void a_registered_directory_has_them_too() throws Exception {
    source.execute(DATABASE, evilKey());
    source.close();
    TestPostgres clone =
        machine.start(
            machine.versions.ofVersion(
                new VersionRef(new UUID(0, 1), "travel", 1, "dir:" + source.data())));

    try (Connection here = machine.login(clone, DATABASE)) {
      requireUsable(here);
      Sql.run(here, "INSERT INTO evil VALUES ('one')");
      assertThat(Sql.texts(here, "SELECT who FROM seen")).isEmpty();
    }
  }

  @Test
  void a_foreign_key_that_would_call_the_users_function_as_the_superuser_is_left_out()
      throws Exception {
    source.execute(DATABASE, evilKey());
    ImportSpec spec = new ImportSpec(UUID.randomUUID(), "test", 1, source.connection(DATABASE), "");
    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    assertThat(end.warnings())
        .anyMatch(warning -> warning.contains("fk constraint 'public.evil evil_at_fkey'"));
    TestPostgres clone = machine.start(VolumeNames.golden(spec.id()));
    try (Connection here = machine.login(clone, DATABASE)) {
      Sql.run(here, "INSERT INTO evil VALUES ('one')");
      assertThat(Sql.texts(here, "SELECT who FROM seen")).isEmpty();
    }
  }

  private static String evilKey() {
    return """
        CREATE ROLE mallory;
        GRANT CREATE ON SCHEMA public TO mallory;
        GRANT REFERENCES, SELECT ON place TO mallory;
        SET SESSION AUTHORIZATION mallory;
        CREATE TABLE seen (who text);
        CREATE TYPE e AS ENUM ('one');
        CREATE FUNCTION id_of(e) RETURNS int LANGUAGE plpgsql AS $$
          BEGIN INSERT INTO public.seen VALUES (current_user); RETURN 1; END $$;
        CREATE CAST (e AS int) WITH FUNCTION id_of(e) AS IMPLICIT;
        CREATE TABLE evil (at e REFERENCES place);
        RESET SESSION AUTHORIZATION;
        """;
  }

  private static void requireUsable(Connection here) throws SQLException {
    Sql.runAll(
        here,
        List.of(
            "INSERT INTO place (name) VALUES ('Bluff')",
            "UPDATE place SET name = 'Paihia' WHERE name = 'Bluff'",
            "SELECT setval('place_id_seq', 40)",
            "DELETE FROM place WHERE name = 'Paihia'"));
    assertThat(Sql.texts(here, "SELECT name FROM place")).containsExactly("Auckland");
    for (String refused :
        List.of(
            "SELECT place_secret()",
            "CREATE TABLE mine (at int REFERENCES place)",
            "CREATE TRIGGER t BEFORE INSERT ON place EXECUTE FUNCTION suppress_redundant_updates_trigger()")) {
      assertThatThrownBy(() -> Sql.run(here, refused))
          .as(refused)
          .hasMessageContaining("permission denied");
    }
  }
}
