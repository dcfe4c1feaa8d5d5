package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.dataplane.local.version.VolumeNames;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.ImportObservation;
import dev.goldenrod.port.ImportSpec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Malicious sources that try to escape from their database during an import. */
class HostileSourceTest extends ImportFixture {
  @Test
  void code_that_is_evaluated_while_definitions_data_and_statistics_are_made_reaches_no_program()
      throws Exception {
    Path marks = Files.createDirectory(folder.resolve("marks"));
    Files.setPosixFilePermissions(marks, PosixFilePermissions.fromString("rwxrwxrwx"));
    source.execute("postgres", script("hostile.sql").replace("MARKS", marks.toString()));
    assertThat(marks).isEmptyDirectory();
    ImportSpec spec = spec("postgres");

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    assertThat(marks).isEmptyDirectory();
    assertThat(end.warnings())
        .anyMatch(warning -> warning.contains("foreign-data wrapper 'trap' is left out"));
    TestPostgres server = machine.start(VolumeNames.golden(spec.id()));
    try (Connection here = machine.login(server, "postgres")) {
      assertThat(Sql.texts(here, "SELECT rolname FROM pg_roles WHERE rolsuper OR rolcreaterole"))
          .containsExactly("goldenrod_admin");
      assertThat(Sql.texts(here, "SELECT rolname FROM pg_roles WHERE rolcanlogin ORDER BY rolname"))
          .containsExactly("goldenrod", "goldenrod_admin");
      assertThat(Sql.number(here, "SELECT count(*) FROM mallory.parts")).isEqualTo(2);
      assertThat(Sql.texts(here, "SELECT mallory.gathered('y')")).containsExactly("x");
      // The code ran only with the role of clones.
      assertThat(Sql.texts(here, "SELECT DISTINCT who FROM mallory.seen"))
          .containsOnly("goldenrod");
    }
    assertThat(marks).isEmptyDirectory();
  }

  @Tag("slow")
  @Test
  void a_file_that_the_engines_user_can_read_never_holds_the_superusers_password()
      throws Exception {
    source.execute("postgres", "CREATE TABLE t (i int)");
    ImportSpec spec = spec("postgres");
    machine.run(spec, ImportPhase.SNAPSHOTTING);
    Path volume = machine.volumes.path(VolumeNames.golden(spec.id()));
    Path file = volume.resolve("admin-password");
    String password = Files.readString(file).strip();

    assertThat(password).hasSize(32);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(Files.getOwner(file)).isEqualTo(Files.getOwner(folder));
    List<Path> others;
    try (Stream<Path> files = Files.walk(machine.root.path())) {
      others = files.filter(Files::isRegularFile).filter(other -> !other.equals(file)).toList();
    }
    assertThat(others).noneMatch(other -> holds(other, password));
    ImportSpec second = spec("postgres");
    machine.run(second, ImportPhase.SNAPSHOTTING);
    assertThat(machine.volumes.path(VolumeNames.golden(second.id())).resolve("admin-password"))
        .content()
        .isNotEqualTo(password + "\n");
  }

  @Tag("slow")
  @Test
  void grants_on_an_extensions_functions_are_the_extensions_own() throws Exception {
    source.execute(
        "postgres",
        "CREATE ROLE app; CREATE EXTENSION dblink;"
            + " GRANT EXECUTE ON FUNCTION dblink_connect_u(text), dblink_connect_u(text, text) TO PUBLIC, app");
    ImportSpec spec = spec("postgres");

    ImportObservation end = machine.run(spec);

    assertThat(end.warnings())
        .anyMatch(warning -> warning.contains("a grant on public.FUNCTION dblink_connect_u(text)"));
    requireNoTrustedLogin(VolumeNames.golden(spec.id()));
  }

  @Tag("slow")
  @Test
  void settings_that_load_code_or_are_more_than_one_line_are_left_out() throws Exception {
    source.execute(
        "postgres",
        """
        ALTER DATABASE postgres SET dynamic_library_path = '/tmp/evil';
        ALTER DATABASE postgres SET session_preload_libraries = '$libdir/auto_explain';
        ALTER DATABASE postgres SET "plperl.on_init" = 'evil';
        ALTER DATABASE postgres SET "PLPERL.on_plperlu_init" = 'evil';
        ALTER DATABASE postgres SET "app.tenant" = 'seven';
        ALTER DATABASE postgres SET "app.lines" = E'one\\nport = 1';
        """);
    ImportSpec spec = spec("postgres");

    ImportObservation end = machine.run(spec);

    assertThat(end.message()).isEmpty();
    TestPostgres server = machine.start(VolumeNames.golden(spec.id()));
    try (Connection here = machine.login(server, "postgres")) {
      assertThat(Sql.texts(here, "SELECT unnest(setconfig) FROM pg_db_role_setting ORDER BY 1"))
          .contains("app.tenant=seven")
          .noneMatch(
              setting ->
                  setting.contains("evil")
                      || setting.contains("preload")
                      || setting.contains("lines"));
    }
    assertThat(end.warnings())
        .anyMatch(warning -> warning.contains("dynamic_library_path"))
        .anyMatch(warning -> warning.contains("app.lines") && warning.contains("control"));
  }

  private void requireNoTrustedLogin(String golden) throws SQLException {
    TestPostgres server = machine.start(golden);
    try (Connection here = machine.login(server, "postgres")) {
      for (String role : List.of("goldenrod", "app")) {
        Sql.run(here, "SET ROLE " + role);
        assertThatThrownBy(() -> Sql.run(here, "SELECT dblink_connect_u('host=127.0.0.1')"))
            .hasMessageContaining("permission denied");
        assertThatThrownBy(
                () ->
                    Sql.run(here, "GRANT EXECUTE ON FUNCTION dblink_connect_u(text) TO goldenrod"))
            .hasMessageContaining("permission denied");
      }
    }
  }

  private static boolean holds(Path file, String text) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(text);
    } catch (IOException e) {
      return false;
    }
  }

  private static String script(String name) throws IOException {
    try (var input =
        Objects.requireNonNull(HostileSourceTest.class.getResourceAsStream("/imports/" + name))) {
      return new String(input.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
