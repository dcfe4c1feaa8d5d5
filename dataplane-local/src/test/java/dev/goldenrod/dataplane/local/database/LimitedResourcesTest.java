package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.local.cgroup.CgroupController;
import dev.goldenrod.dataplane.local.cgroup.TestGroups;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory and processor limits of real servers, if control groups can be created. */
@Tag("slow")
class LimitedResourcesTest {
  /** Uses some hundred megabytes of memory. */
  private static final String HUNGRY =
      "SELECT length(string_agg(repeat('x', 1000), '')) FROM generate_series(1, 400000)";

  private static final String BUSY = "SELECT count(*) FROM generate_series(1, 1000000)";

  @TempDir static Path dataDir;
  private static DatabaseFixture fixture;

  @BeforeAll
  static void make_the_golden() throws IOException {
    assumeTrue(TestGroups.canBeMade(), "this user may make no control groups here");
    fixture = new DatabaseFixture(dataDir);
  }

  @AfterAll
  static void take_all_away() {
    if (fixture != null) {
      fixture.close();
    }
  }

  @Test
  void a_query_beyond_the_memory_ends_and_neither_its_database_nor_others_stay_down()
      throws SQLException {
    DatabaseSpec hungry = spec(new Resources(64, 0, 0));
    DatabaseSpec neighbour = spec(new Resources(64, 0, 0));
    fixture.ready(hungry);
    fixture.ready(neighbour);
    Path group = TestGroups.of(fixture.postmaster(hungry), CgroupController.MEMORY);

    try (Connection open = DatabaseFixture.connect(fixture.login(neighbour))) {
      assertThatThrownBy(() -> fixture.query(hungry, HUNGRY)).isInstanceOf(SQLException.class);

      assertThat(TestGroups.value(group, "memory.events", "memory.oom_control", "oom_kill"))
          .isPositive();
      assertThat(first(open)).isEqualTo("tea");
    }
    DatabaseFixture.await("it serves again").until(() -> serves(hungry));
  }

  @Test
  void a_busy_database_is_held_back() throws SQLException {
    DatabaseSpec busy = spec(new Resources(256, 0, 100));
    fixture.ready(busy);
    Path group = TestGroups.of(fixture.postmaster(busy), CgroupController.CPU);

    fixture.query(busy, BUSY);

    assertThat(TestGroups.value(group, "cpu.stat", "cpu.stat", "nr_throttled")).isPositive();
  }

  @Test
  void all_processes_of_a_database_are_limited_and_nothing_is_left_unsaid() {
    DatabaseSpec database = spec(new Resources(256, 0, 1000));

    assertThat(fixture.ready(database).message()).isEmpty();

    assertAllAreInside(database);
  }

  @Test
  void a_database_that_runs_without_limits_gets_them_from_the_next_server() throws IOException {
    DatabaseSpec database = spec(new Resources(256, 0, 1000));
    fixture.ready(database);
    for (CgroupController controller : CgroupController.values()) {
      TestGroups.release(fixture.postmaster(database), controller);
    }

    fixture.restart();
    fixture.await(database, DatabaseState.READY);

    assertAllAreInside(database);
  }

  @Test
  void the_groups_go_with_the_database_also_when_the_server_was_killed_meanwhile() {
    DatabaseSpec database = spec(new Resources(256, 0, 1000));
    fixture.ready(database);
    Path memory = TestGroups.of(fixture.postmaster(database), CgroupController.MEMORY);
    Path cpu = TestGroups.of(fixture.postmaster(database), CgroupController.CPU);
    assertThat(memory.getFileName()).hasToString(database.id().toString());

    fixture.databases().remove(database.id());
    fixture.restart();
    fixture.removed(database);

    assertThat(memory).doesNotExist();
    assertThat(cpu).doesNotExist();
  }

  @Test
  void who_left_the_folder_of_a_database_ends_with_its_group() throws IOException {
    DatabaseSpec database = spec(new Resources(256, 0, 1000));
    fixture.ready(database);
    Path group = TestGroups.of(fixture.postmaster(database), CgroupController.MEMORY);
    Process elsewhere = new ProcessBuilder("sleep", "600").start();
    try {
      Files.writeString(group.resolve("cgroup.procs"), Long.toString(elsewhere.pid()));

      fixture.removed(database);

      assertThat(group).doesNotExist();
      DatabaseFixture.await("it has ended").until(() -> !elsewhere.isAlive());
    } finally {
      elsewhere.destroyForcibly();
    }
  }

  @Test
  void the_group_of_a_database_that_is_no_more_goes_at_the_next_start() throws IOException {
    DatabaseSpec database = spec(new Resources(256, 0, 1000));
    fixture.ready(database);
    Path parent = TestGroups.of(fixture.postmaster(database), CgroupController.MEMORY).getParent();
    Path stray = Files.createDirectory(parent.resolve(UUID.randomUUID().toString()));

    fixture.restart();

    assertThat(stray).doesNotExist();
  }

  @Test
  void a_stopped_database_has_no_group() {
    DatabaseSpec database = spec(new Resources(256, 0, 1000));
    fixture.ready(database);
    Path group = TestGroups.of(fixture.postmaster(database), CgroupController.MEMORY);

    fixture.databases().ensure(database.stopped());
    fixture.await(database, DatabaseState.STOPPED);

    assertThat(group).doesNotExist();
  }

  /** Polls, since an exiting process leaves its group. */
  private static void assertAllAreInside(DatabaseSpec database) {
    ProcessHandle postmaster = fixture.postmaster(database);
    for (CgroupController controller : CgroupController.values()) {
      Path group = TestGroups.of(postmaster, controller);
      assertThat(group.getFileName()).hasToString(database.id().toString());
      DatabaseFixture.await("all workers are in " + group)
          .untilAsserted(
              () ->
                  assertThat(postmaster.children().map(child -> TestGroups.of(child, controller)))
                      .isNotEmpty()
                      .containsOnly(group));
    }
  }

  private static boolean serves(DatabaseSpec spec) {
    try {
      return fixture.query(spec, "SELECT name FROM app.item").equals("tea");
    } catch (SQLException stillDown) {
      return false;
    }
  }

  private static String first(Connection open) throws SQLException {
    try (Statement statement = open.createStatement();
        ResultSet rows = statement.executeQuery("SELECT name FROM app.item")) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static DatabaseSpec spec(Resources resources) {
    return DatabaseSpec.of(
        UUID.randomUUID(), new Origin.Version(DatabaseFixture.GOLDEN), resources);
  }
}
