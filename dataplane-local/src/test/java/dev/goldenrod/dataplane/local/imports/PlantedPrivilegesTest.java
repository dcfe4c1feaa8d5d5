package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.RoleCheck;
import dev.goldenrod.port.VersionRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Data directories whose maker, a superuser there, left rights in them for who clones them. */
@Tag("slow")
@Timeout(900)
class PlantedPrivilegesTest {
  @TempDir static Path folder;
  private static TestMachine machine;
  private static TestSource source;
  private static TestPostgres server;

  private Connection here;

  @BeforeAll
  static void start() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    machine = new TestMachine(folder.resolve("data"));
    source = new TestSource(machine.home(), machine.runAs, folder);
    source.create("small", "small.sql");
    plantDatabase();
    plantGrants();
    source.close();
    server = machine.start(machine.versions.ofVersion(version(source.data())));
  }

  private static void plantDatabase() throws SQLException {
    source.execute("postgres", "CREATE DATABASE hidden OWNER small_owner ALLOW_CONNECTIONS false");
  }

  private static void plantGrants() throws SQLException {
    if (machine.major() >= 15) {
      source.execute(
          "postgres",
          "GRANT SET ON PARAMETER session_preload_libraries, dynamic_library_path TO PUBLIC;"
              + " GRANT ALTER SYSTEM ON PARAMETER archive_command TO PUBLIC");
    }
  }

  @AfterAll
  static void stop() {
    machine.close();
  }

  @BeforeEach
  void login() throws Exception {
    here = machine.login(server, "small");
  }

  @AfterEach
  void logout() throws Exception {
    here.close();
  }

  @Test
  void the_role_of_initdb_is_the_superuser_and_its_former_name_an_ordinary_role() throws Exception {
    assertThat(Sql.texts(here, "SELECT oid || ' ' || rolname FROM pg_roles WHERE rolsuper"))
        .containsExactly("10 goldenrod_admin");
    assertThat(Sql.texts(here, "SELECT rolcanlogin::text FROM pg_roles WHERE rolname = 'postgres'"))
        .containsExactly("false");
  }

  @Test
  void a_database_that_allows_no_connections_stays_closed() throws Exception {
    Sql.run(here, "SET ROLE small_owner");

    assertThatThrownBy(() -> Sql.run(here, "ALTER DATABASE hidden ALLOW_CONNECTIONS true"))
        .hasMessageContaining("must be owner");
  }

  @Test
  void grants_to_set_parameters_are_gone_and_the_last_check_refuses_them() throws Exception {
    for (String statement :
        List.of(
            "ALTER ROLE goldenrod SET session_preload_libraries = 'nowhere'",
            "SET dynamic_library_path = '/tmp'",
            "ALTER SYSTEM SET archive_command = 'true'")) {
      assertThatThrownBy(() -> Sql.run(here, statement))
          .as(statement)
          .hasMessageContaining("permission denied");
    }
    if (machine.major() >= 15) {
      try (Connection admin = server.connectAsAdmin("template1")) {
        admin.setAutoCommit(false);
        Sql.run(admin, "GRANT SET ON PARAMETER session_preload_libraries TO PUBLIC");

        assertThatThrownBy(() -> RoleCheck.require(admin))
            .hasMessageContaining("PUBLIC may set session_preload_libraries");
        admin.rollback();
      }
    }
  }

  private static VersionRef version(Path directory) {
    return new VersionRef(UUID.randomUUID(), "shop", 1, "dir:" + directory);
  }
}
