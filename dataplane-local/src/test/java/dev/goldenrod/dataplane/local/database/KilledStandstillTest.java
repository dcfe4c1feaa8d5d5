package dev.goldenrod.dataplane.local.database;

import static dev.goldenrod.dataplane.local.database.DatabaseFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.Tool;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database whose control plane is killed while the database is suspended for a copy. */
class KilledStandstillTest {
  @TempDir Path dataDir;
  private DatabaseFixture fixture;

  @BeforeEach
  void make_the_golden() throws IOException {
    fixture = new DatabaseFixture(dataDir);
  }

  @AfterEach
  void take_all_away() {
    fixture.close();
  }

  @Test
  void the_next_control_plane_lets_it_go_on() throws Exception {
    DatabaseSpec database = spec();
    fixture.ready(database);
    suspend(database);

    fixture.restart();

    fixture.await(database, DatabaseState.READY);
    assertThat(fixture.query(database, "SELECT name FROM app.item")).isEqualTo("tea");
    assertThat(state(fixture.postmaster(database))).isNotEqualTo("T");
    fixture.removed(database);
  }

  @Test
  void a_branch_lets_it_go_on_before_it_copies() throws Exception {
    DatabaseSpec database = spec();
    fixture.ready(database);
    suspend(database);

    DatabaseSpec branch = DatabaseFixture.branchOf(database);
    fixture.databases().ensure(branch);

    // A copy of a suspended database waits for it in vain for longer than that.
    DatabaseFixture.await("branch is ready")
        .atMost(Duration.ofSeconds(15))
        .until(() -> fixture.databases().observe(branch.id()).state() == DatabaseState.READY);
    assertThat(fixture.query(branch, "SELECT name FROM app.item")).isEqualTo("tea");
    assertThat(state(fixture.postmaster(database))).isNotEqualTo("T");
    fixture.removed(branch);
    fixture.removed(database);
  }

  /** Leaves the database as a control plane that is killed during a copy does. */
  private void suspend(DatabaseSpec database) throws IOException {
    Files.createFile(
        fixture.root().databases().resolve(database.id().toString()).resolve("standing-still"));
    Tool.run("kill", "-STOP", Long.toString(fixture.postmaster(database).pid()));
    DatabaseFixture.await("server stands still")
        .until(() -> state(fixture.postmaster(database)).equals("T"));
  }

  private static String state(ProcessHandle process) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).substring(0, 1);
  }
}
