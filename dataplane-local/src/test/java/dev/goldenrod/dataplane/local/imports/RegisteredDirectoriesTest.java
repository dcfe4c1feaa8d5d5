package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.VersionRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class RegisteredDirectoriesTest extends ImportFixture {
  private static final String PLANTED =
      """
      GRANT SELECT ON pg_authid TO PUBLIC;
      CREATE FUNCTION public.planted() RETURNS name LANGUAGE sql SECURITY DEFINER
        AS 'SELECT current_user';
      ALTER EXTENSION pg_trgm ADD FUNCTION public.planted();
      """;

  @Tag("slow")
  @Test
  void a_registered_directory_is_copied_in_once_and_locked_up() throws Exception {
    source.create("shop", "shop.sql");
    source.execute("shop", PLANTED);
    source.close();
    String before = state();
    VersionRef version = version(source.data());

    List<String> names = resolveTwiceAtOnce(version);

    assertThat(state()).isEqualTo(before);
    assertThat(names.get(0)).isEqualTo(names.get(1)).startsWith("dir-");
    DataVolume volume = new DataVolume(machine.volumes.path(names.get(0)));
    assertThat(volume.info().database()).isEqualTo("shop");
    assertThat(ImportEnvironment.kibibytes(source.data().resolve("pg_wal"))).isGreaterThan(20_000);
    assertThat(ImportEnvironment.kibibytes(volume.data().resolve("pg_wal"))).isLessThan(1000);
    requireLockedUp(names.get(0));
    assertThat(machine.versions.copies()).containsExactly(version);
    ImportEnvironment.await().until(() -> machine.versions.remove(version));
    assertThat(machine.versions.copies()).isEmpty();
    assertThat(machine.volumes.list()).noneMatch(name -> name.equals(names.get(0)));
    assertThat(source.data()).isDirectoryContaining("glob:**PG_VERSION");
  }

  private void requireLockedUp(String golden) throws Exception {
    TestPostgres server = machine.start(golden);
    try (Connection here = machine.login(server, "shop");
        Connection admin = server.connectAsAdmin("shop")) {
      assertThat(Sql.number(here, "SELECT count(*) FROM shop.orders")).isEqualTo(200_000);
      assertThat(
              Sql.texts(
                  admin,
                  "SELECT rolname FROM pg_authid WHERE rolcanlogin OR rolpassword IS NOT NULL ORDER BY 1"))
          .containsExactly("goldenrod", "goldenrod_admin");
      assertThat(Sql.number(admin, "SELECT count(*) FROM pg_user_mappings")).isZero();
      assertThat(Sql.number(admin, "SELECT count(*) FROM pg_event_trigger")).isZero();
      assertThat(Sql.texts(here, "SELECT public.planted()")).containsExactly("goldenrod");
      Sql.runAll(
          here,
          List.of(
              "ALTER TABLE shop.orders ADD COLUMN note text",
              "SELECT lo_unlink(4711)",
              "DROP EXTENSION pg_trgm CASCADE",
              "DROP SCHEMA shop CASCADE"));
      for (String reach :
          List.of(
              "SET ROLE postgres",
              "SELECT count(*) FROM pg_authid",
              "SET ROLE readers; SELECT pg_read_file('PG_VERSION')",
              "COPY pg_class TO PROGRAM 'true'")) {
        assertThatThrownBy(() -> Sql.run(here, reach)).as(reach).isInstanceOf(SQLException.class);
        Sql.run(here, "RESET ROLE");
      }
    }
    assertThatThrownBy(() -> machine.login(server, "postgres"))
        .hasMessageContaining("permission denied for database");
    assertThatThrownBy(() -> server.connect("shop", "app_owner", "app-secret"))
        .hasMessageContaining("app_owner");
  }

  @Test
  void a_directory_in_use_or_not_cleanly_shut_down_is_refused() throws Exception {
    assertThatThrownBy(() -> machine.versions.ofVersion(version(source.data())))
        .hasMessageContaining(source.data().toString())
        .hasMessageContaining("postmaster.pid");

    Path copy = folder.resolve("crashed");
    Tool.run("cp", "-a", source.data().toString(), copy.toString());
    Files.delete(copy.resolve("postmaster.pid"));
    assertThatThrownBy(() -> machine.versions.ofVersion(version(copy)))
        .hasMessageContaining("not shut down cleanly");
    assertThat(machine.volumes.list()).isEmpty();
  }

  @Test
  void what_is_no_data_directory_is_refused() {
    assertThatThrownBy(() -> machine.versions.ofVersion(version(folder)))
        .hasMessageContaining("no regular file PG_VERSION");
    assertThatThrownBy(() -> machine.versions.ofVersion(version(folder.resolve("absent"))))
        .hasMessageContaining("not a directory on this machine");
    assertThatThrownBy(
            () -> machine.versions.ofVersion(new VersionRef(new UUID(0, 1), "shop", 1, "dir:here")))
        .hasMessageContaining("absolute path");
  }

  @Test
  void what_cannot_be_registered_is_told_before_anything_is_copied() {
    assertThat(machine.versions.problemOf("dir:" + folder))
        .hasValueSatisfying(problem -> assertThat(problem).contains("no regular file PG_VERSION"));
    assertThat(machine.versions.problemOf("dir:" + folder.resolve("absent"))).isPresent();
    assertThat(machine.versions.problemOf("dir:here")).isPresent();
    assertThat(machine.versions.problemOf("dir:a\0b")).isPresent();
    assertThat(machine.versions.problemOf("vsc-7")).isEmpty();
    assertThat(machine.volumes.list()).isEmpty();
  }

  @Test
  void a_snapshot_that_is_gone_is_refused() {
    VersionRef lost = new VersionRef(new UUID(0, 1), "shop", 1, "snapshot:" + new UUID(0, 2));

    assertThatThrownBy(() -> machine.versions.ofVersion(lost))
        .hasMessageContaining("there is no such snapshot of a database");
  }

  private List<String> resolveTwiceAtOnce(VersionRef version) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      Callable<String> resolve = () -> machine.versions.ofVersion(version);
      List<Future<String>> both = executor.invokeAll(List.of(resolve, resolve));
      return List.of(both.get(0).get(), both.get(1).get());
    } finally {
      executor.shutdownNow();
    }
  }

  private String state() {
    return Tool.run(
        "sh", "-c", "cd '" + source.data() + "' && find . -type f | sort | xargs md5sum | md5sum");
  }

  private static VersionRef version(Path directory) {
    return new VersionRef(new UUID(0, 1), "shop", 1, "dir:" + directory);
  }
}
