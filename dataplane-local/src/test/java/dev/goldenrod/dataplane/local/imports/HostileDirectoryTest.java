package dev.goldenrod.dataplane.local.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.TestPostgres;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.VersionRef;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Malicious data directories. */
@Timeout(900)
class HostileDirectoryTest {
  private static final String SECRET = "root:s3cret";

  @TempDir static Path folder;
  @TempDir static Path elsewhere;
  private static ImportEnvironment machine;
  private static TestSource source;
  private static int made;

  private Path hostile;
  private Path foreign;

  @BeforeAll
  static void start() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    machine = new ImportEnvironment(folder.resolve("data"));
    source = new TestSource(machine.home(), machine.runAs, folder);
    source.create("small", "small.sql");
    arm();
    source.close();
  }

  /** Adds functions and settings that run when a superuser logs in or changes a definition. */
  private static void arm() throws Exception {
    Path trace = Files.createDirectory(folder.resolve("trace"));
    Files.setPosixFilePermissions(trace, PosixFilePermissions.fromString("rwxrwxrwx"));
    source.execute("postgres", "CREATE DATABASE \"-c shared_preload_libraries=nowhere\"");
    for (String database : List.of("small", "template1", "postgres")) {
      source.execute(
          database,
          """
          CREATE FUNCTION run() RETURNS event_trigger LANGUAGE plpgsql AS
            $$ BEGIN COPY (SELECT 1) TO PROGRAM 'touch %s/ran'; END $$;
          CREATE EVENT TRIGGER armed ON ddl_command_end EXECUTE FUNCTION run();
          """
              .formatted(trace));
    }
    source.execute("postgres", "GRANT ALL ON DATABASE template1 TO small_owner");
    source.execute(
        "postgres", "CREATE ROLE goldenrod LOGIN CONNECTION LIMIT 0 VALID UNTIL '2000-01-01'");
    source.execute("postgres", "ALTER ROLE ALL SET session_preload_libraries = 'nowhere'");
    Files.deleteIfExists(trace.resolve("ran"));
  }

  @AfterAll
  static void stop() {
    machine.close();
  }

  @BeforeEach
  void copy() throws Exception {
    made++;
    hostile = folder.resolve("hostile-" + made);
    foreign = Files.createDirectory(elsewhere.resolve("foreign-" + made));
    Files.writeString(foreign.resolve("kept"), SECRET);
    Tool.run("cp", "-a", source.data().toString(), hostile.toString());
  }

  @Test
  void nothing_armed_runs_and_what_was_armed_is_gone() throws Exception {
    String golden = machine.versions.ofVersion(version(hostile));

    assertThat(folder.resolve("trace")).isEmptyDirectory();
    TestPostgres server = machine.start(golden);
    try (Connection admin = server.connectAsAdmin("small")) {
      assertThat(Sql.number(admin, "SELECT count(*) FROM pg_event_trigger")).isZero();
      assertThat(Sql.number(admin, "SELECT count(*) FROM pg_db_role_setting")).isZero();
      Sql.run(admin, "DROP FUNCTION public.run()");
      assertThat(Sql.number(admin, "SELECT count(*) FROM public.item")).isEqualTo(1000);
    }
    machine.login(server, "small").close();
    assertThatThrownBy(() -> machine.login(server, "template1"))
        .hasMessageContaining("permission denied for database");
  }

  @Test
  void a_link_in_place_of_the_version_tells_nothing_of_where_it_leads() throws Exception {
    Files.delete(hostile.resolve("PG_VERSION"));
    Files.createSymbolicLink(hostile.resolve("PG_VERSION"), foreign.resolve("kept"));

    refused("no regular file PG_VERSION");
  }

  @Test
  void what_a_file_says_is_in_no_message() throws Exception {
    Files.writeString(hostile.resolve("PG_VERSION"), SECRET);

    refused("a PG_VERSION that is not a number");
  }

  @Test
  void a_pipe_in_place_of_a_file_holds_nobody_up() throws Exception {
    for (String name : List.of("PG_VERSION", "global/pg_control", "base/1/PG_VERSION")) {
      Path pipe = hostile.resolve(name);
      Files.move(pipe, pipe.resolveSibling("moved"));
      Tool.run("mkfifo", pipe.toString());

      refused("PG_VERSION".equals(name) ? "regular file" : name);
      Files.move(pipe.resolveSibling("moved"), pipe, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  @Test
  void a_link_at_any_depth_is_refused_and_what_it_leads_to_stays() throws Exception {
    Files.createSymbolicLink(hostile.resolve("base/1/2"), foreign);

    refused("base/1/2' cannot be cloned: it is a symbolic link");
  }

  @Test
  void a_link_in_place_of_the_slots_leads_no_cleaning_astray() throws Exception {
    Files.delete(hostile.resolve("pg_replslot"));
    Files.createSymbolicLink(hostile.resolve("pg_replslot"), foreign);

    refused("pg_replslot' cannot be cloned: it is a symbolic link");
  }

  @Test
  void a_link_in_place_of_a_checked_folder_is_not_looked_through() throws Exception {
    Files.delete(hostile.resolve("pg_twophase"));
    Files.createSymbolicLink(hostile.resolve("pg_twophase"), foreign);

    refused("no folder pg_twophase");
  }

  @Test
  @EnabledIfSystemProperty(named = "user.name", matches = "root")
  void a_file_of_another_user_is_refused_though_its_name_is_in_the_directory() throws Exception {
    Path other = Files.writeString(foreign.resolve("roots"), SECRET);
    Files.createLink(hostile.resolve("base/1/4711"), other);

    refused("base/1/4711' cannot be cloned: it belongs to another user");
  }

  @Tag("slow")
  @Test
  void what_would_be_followed_at_a_start_is_left_out() throws Exception {
    Files.writeString(hostile.resolve("tablespace_map"), "16999 " + foreign + "\n");
    Files.writeString(hostile.resolve("recovery.signal"), "");
    Files.writeString(
        hostile.resolve("postgresql.auto.conf"), "shared_preload_libraries = 'nowhere'\n");
    Tool.run("chown", "-R", "--reference=" + hostile, hostile.toString());

    DataVolume volume =
        new DataVolume(machine.volumes.path(machine.versions.ofVersion(version(hostile))));

    for (String name : List.of("tablespace_map", "recovery.signal")) {
      assertThat(volume.data().resolve(name)).doesNotExist();
    }
    assertThat(volume.data().resolve("pg_tblspc")).isEmptyDirectory();
  }

  @Test
  void a_directory_outside_of_the_named_folders_says_which_option_is_missing() throws Exception {
    Path outside = elsewhere.resolve("outside");
    Tool.run("cp", "-a", source.data().toString(), outside.toString());
    Path link = Files.createSymbolicLink(folder.resolve("link-out"), outside);

    for (Path directory : List.of(outside, link, folder.resolve("../").resolve(outside))) {
      assertThatThrownBy(() -> machine.versions.ofVersion(version(directory)))
          .isInstanceOf(DataPlaneException.class)
          .hasMessageContaining("--import-root");
    }
  }

  private void refused(String why) {
    Throwable refusal = catchThrowable(() -> machine.versions.ofVersion(version(hostile)));

    assertThat(refusal)
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining(SECRET);
    assertThat(foreign.resolve("kept")).hasContent(SECRET);
    assertThat(machine.volumes.list()).noneMatch(name -> name.contains("staged"));
  }

  private static VersionRef version(Path directory) {
    return new VersionRef(UUID.randomUUID(), "shop", 1, "dir:" + directory);
  }
}
