package dev.goldenrod.e2e;

import static dev.goldenrod.e2e.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.e2e.Member.Clone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Runs the real jar as an unprivileged user, whose clones are overlays as well. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrdinaryUserIT {
  private static final String GOLDEN = "shop";
  private static final String COUNT = "SELECT count(*) FROM sales.line";

  /** The test is skipped if the system forbids unprivileged mount namespaces. */
  private static final List<String> NAMESPACE =
      List.of("unshare", "--user", "--map-root-user", "--mount", "true");

  @TempDir private static Path folder;
  private final RunAs user = RunAs.detect();
  private TestSource source;
  private ServerProcess server;
  private Member member;

  @BeforeAll
  void import_a_source() throws IOException {
    assumeTrue(Tool.tryRun(user.command(NAMESPACE)).succeeded(), "user namespaces are forbidden");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx--x--x"));
    Path jar = Files.copy(Path.of(System.getProperty("goldenrod.jar")), folder.resolve("g.jar"));
    Files.setPosixFilePermissions(jar, PosixFilePermissions.fromString("rw-r--r--"));
    Path home = Files.createDirectory(folder.resolve("home"));
    user.chown(home);
    source = TestSource.start(folder, 200_000);
    server = ServerProcess.in(home).as(user, jar);
    server.putSecret(GOLDEN, source.postgres().password());
    server.start();
    member = new Member(server);
    member.importVersion(member.registerSource(source.config(), GOLDEN), GOLDEN);
  }

  @AfterAll
  void leave_nothing_behind() {
    if (server != null) {
      server.close();
      source.close();
      EngineProcesses.awaitProcesses(server.dataDir(), List.of());
      assertThat(server.dataDir()).doesNotExist();
    }
  }

  @Test
  void clones_are_overlays_that_take_no_room_and_see_nothing_of_each_other() {
    assertThat(server.log()).contains("overlays in user namespaces");
    Clone first = member.launch(GOLDEN, 1);
    long before = mebibytes();
    Clone one = member.launch(GOLDEN, 1);
    assertThat(mebibytes() - before).isLessThan(50);

    one.execute("DELETE FROM sales.line WHERE id > 10");
    first.execute("CREATE TABLE own AS SELECT 1");

    assertThat(one.read(COUNT)).isEqualTo("10");
    assertThat(one.read("SELECT to_regclass('own')")).isNull();
    assertThat(first.read(COUNT)).isEqualTo("200000");
    assertThat(member.launch(GOLDEN, 1).fingerprint()).isEqualTo(fingerprint());
    assertThat(EngineProcesses.mounts(server.dataDir())).isEmpty();
  }

  @Tag("slow")
  @Test
  void a_clone_outlives_the_server_and_its_data_a_kill_of_the_engine() {
    Clone clone = member.launch(GOLDEN, 1);
    clone.execute("DELETE FROM sales.line WHERE id > 10");
    List<String> servers = EngineProcesses.servers(server.dataDir());

    server.kill();
    assertThat(clone.read(COUNT)).isEqualTo("10");
    server.start();
    member.awaitReady(clone.id());
    assertThat(EngineProcesses.servers(server.dataDir())).isEqualTo(servers);
    assertThat(member.credentials(clone.id()).read(COUNT)).isEqualTo("10");

    server.kill();
    EngineProcesses.killServersOf(server.dataDir());
    server.start();
    await("served").until(() -> reads(clone), "10"::equals);
  }

  @Tag("slow")
  @Test
  void a_reset_clone_has_the_goldens_data_and_a_deleted_one_leaves_nothing() {
    Clone clone = member.launch(GOLDEN, 1);
    clone.execute("TRUNCATE sales.line");

    member.reset(clone.id());
    assertThat(clone.read(COUNT)).isEqualTo("200000");

    long before = mebibytes();
    member.delete(clone.id());
    await("its room is given back").until(this::mebibytes, now -> now < before);
  }

  private Fingerprint fingerprint() {
    try {
      return Fingerprint.of(source.connect());
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private static String reads(Clone clone) {
    try {
      return clone.read(COUNT);
    } catch (AssertionError e) {
      return "nothing";
    }
  }

  private long mebibytes() {
    String volumes = server.dataDir().resolve("local/volumes").toString();
    // du complains about files that disappear; its last line is the total nevertheless.
    String said = Tool.tryRun("du", "-sm", volumes).output();
    return Long.parseLong(said.substring(said.lastIndexOf('\n') + 1).split("\\s")[0]);
  }
}
