package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.options.PortRange;
import dev.goldenrod.dataplane.local.port.Ports;
import dev.goldenrod.dataplane.local.process.RunAs;
import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.dataplane.local.record.DatabaseVolume;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.SnapshotObservation.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** What a compromised superuser of one clone can reach of the others, if the server is root. */
@EnabledIf("isRoot")
class DatabaseIsolationTest {
  private static final int PATIENCE = (int) DatabaseFixture.PATIENCE.toSeconds();

  @TempDir Path dataDir;
  private DatabaseFixture fixture;

  static boolean isRoot() {
    return RunAs.detect().isOtherUser();
  }

  @BeforeEach
  void open() throws IOException {
    Files.setPosixFilePermissions(dataDir, PosixFilePermissions.fromString("rwx--x--x"));
    fixture = new DatabaseFixture(dataDir);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void each_clone_runs_as_a_user_of_its_own_that_reaches_no_other_clone() throws Exception {
    DatabaseSpec one = DatabaseFixture.spec();
    DatabaseSpec other = DatabaseFixture.spec();
    fixture.ready(one);
    fixture.ready(other);

    assertThat(user(one)).isNotEqualTo(user(other)).isGreaterThan(65535);
    assertThat(asUserOf(one, "ls", data(one).toString())).isTrue();
    assertThat(asUserOf(one, "ls", data(other).toString())).isFalse();
    assertThat(asUserOf(one, "cat", data(other).resolveSibling("conf") + "/postgresql.conf"))
        .isFalse();
    assertThat(asUserOf(one, "kill", "-0", Long.toString(fixture.postmaster(other).pid())))
        .isFalse();
    assertThat(asUserOf(one, "sh", "-c", "echo x >> " + data(one) + "/../conf/postgresql.conf"))
        .isFalse();
  }

  @Tag("slow")
  @Test
  void a_reset_keeps_the_user() throws Exception {
    DatabaseSpec clone = DatabaseFixture.spec();
    fixture.ready(clone);
    int before = user(clone);

    DatabaseSpec reset = DatabaseFixture.next(clone);
    fixture.ready(reset);

    assertThat(user(reset)).isEqualTo(before);
  }

  @Test
  void a_clone_at_the_port_of_one_that_is_gone_runs_as_another_user() throws Exception {
    int port = Ports.anyFree();
    fixture.restart(new PortRange(port, port));
    DatabaseSpec gone = DatabaseFixture.spec();
    fixture.ready(gone);
    int former = user(gone);
    fixture.removed(gone);

    DatabaseSpec later = DatabaseFixture.spec();
    fixture.ready(later);

    assertThat(fixture.login(later).port()).isEqualTo(port);
    assertThat(user(later)).isNotEqualTo(former);
  }

  @Test
  void what_an_engine_left_running_elsewhere_outlives_neither_a_reset_nor_the_clone()
      throws Exception {
    DatabaseSpec clone = DatabaseFixture.spec();
    fixture.ready(clone);
    Process first = leaveRunning(clone);
    DatabaseSpec reset = DatabaseFixture.next(clone);
    fixture.ready(reset);
    assertThat(first.waitFor(PATIENCE, TimeUnit.SECONDS)).isTrue();

    Process second = leaveRunning(reset);
    fixture.removed(reset);
    assertThat(second.waitFor(PATIENCE, TimeUnit.SECONDS)).isTrue();
  }

  @Tag("slow")
  @Test
  void what_an_engine_left_running_elsewhere_does_not_outlive_a_stop() throws Exception {
    DatabaseSpec clone = DatabaseFixture.spec();
    fixture.ready(clone);
    Process left = leaveRunning(clone);

    fixture.databases().ensure(clone.stopped());
    fixture.await(clone, DatabaseState.STOPPED);

    assertThat(left.waitFor(PATIENCE, TimeUnit.SECONDS)).isTrue();
    fixture.removed(clone);
  }

  @Tag("slow")
  @Test
  void all_of_a_clones_user_stands_still_for_a_copy_also_when_its_server_hides() throws Exception {
    DatabaseSpec clone = DatabaseFixture.spec();
    fixture.ready(clone);
    String script =
        "$| = 1; $SIG{CONT} = sub { print qq(stopped\\n) }; print qq(up\\n); sleep 1 while getppid";
    Process writer = asUser(clone, "perl", "-e", script);
    assertThat(writer.inputReader().readLine()).isEqualTo("up");
    assertThat(asUserOf(clone, "rm", data(clone).resolve("postmaster.pid").toString())).isTrue();
    UUID snapshot = UUID.randomUUID();

    fixture.databases().snapshots().ensure(snapshot, clone.id());

    DatabaseFixture.await("snapshot is READY")
        .until(
            () -> fixture.databases().snapshots().observe(snapshot),
            seen -> seen.state() == State.READY);
    assertThat(writer.inputReader().readLine()).isEqualTo("stopped");
    writer.destroyForcibly();
  }

  /** Starts an engine user's process outside the directory that only KILL ends. */
  private Process leaveRunning(DatabaseSpec clone) throws IOException {
    Process process =
        asUser(clone, "sh", "-c", "cd /; trap '' TERM INT QUIT HUP; echo up; sleep 120");
    assertThat(process.inputReader().readLine()).isEqualTo("up");
    return process;
  }

  private Process asUser(DatabaseSpec clone, String... command) throws IOException {
    return new ProcessBuilder(RunAs.detect().ownerOf(data(clone)).command(List.of(command)))
        .directory(Path.of("/").toFile())
        .start();
  }

  @Test
  void a_strangers_process_that_names_a_volume_does_not_hold_up_its_removal() throws Exception {
    DatabaseSpec clone = DatabaseFixture.spec();
    fixture.ready(clone);
    Process stranger =
        new ProcessBuilder(
                "setpriv",
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
                "sh",
                "-c",
                "sleep 60; true",
                data(clone).toString())
            .start();
    try {
      fixture.removed(clone);
      assertThat(stranger.isAlive()).isTrue();
    } finally {
      stranger.descendants().forEach(ProcessHandle::destroyForcibly);
      stranger.destroyForcibly();
    }
  }

  private Path data(DatabaseSpec clone) {
    return fixture
        .volumes()
        .path(new DatabaseVolume(clone.id(), clone.generation()).name())
        .resolve("data");
  }

  private int user(DatabaseSpec clone) throws IOException {
    Path process = Path.of("/proc", Long.toString(fixture.postmaster(clone).pid()));
    return (int) Files.getAttribute(process, "unix:uid");
  }

  private boolean asUserOf(DatabaseSpec clone, String... command) throws IOException {
    return Tool.tryRun(RunAs.detect().ownerOf(data(clone)).command(List.of(command))).succeeded();
  }
}
