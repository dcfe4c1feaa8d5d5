package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Storage limits of real servers; the tests depend on the kernel's quota support. */
class LimitedStorageTest {
  private static final int STORAGE_MIB = 256;
  private static final String TEN_MIB =
      "INSERT INTO big SELECT repeat('x', 1000) FROM generate_series(1, 10000)";

  @TempDir static Path dataDir;
  private static DatabaseFixture fixture;

  @BeforeAll
  static void make_the_golden() throws IOException {
    fixture = new DatabaseFixture(dataDir);
  }

  @AfterAll
  static void take_all_away() {
    fixture.close();
  }

  @Test
  void a_full_database_leaves_others_alone_and_can_be_branched_stopped_and_removed()
      throws SQLException {
    DatabaseSpec full = spec();
    String message = fixture.ready(full).message();
    if (fixture.volumes().limitProblem().isPresent()) {
      System.out.println(
          "no database was filled: " + fixture.volumes().limitProblem().orElseThrow());
      assertThat(message)
          .contains(
              "storage 256m is not enforced: " + fixture.volumes().limitProblem().orElseThrow());
      return;
    }
    assertThat(message).doesNotContain("storage");
    DatabaseSpec neighbour = spec();
    fixture.ready(neighbour);

    assertThat(mebibytesUntilRefused(full)).isLessThan(STORAGE_MIB);

    fixture.execute(neighbour, "CREATE TABLE big (text text)");
    fixture.execute(neighbour, TEN_MIB);
    DatabaseSpec branch = DatabaseFixture.branchOf(full);
    fixture.ready(branch);
    fixture.execute(branch, TEN_MIB);
    assertThat(fixture.query(branch, "SELECT name FROM app.item")).isEqualTo("tea");
    fixture.databases().ensure(full.stopped());
    fixture.await(full, DatabaseState.STOPPED);
    fixture.removed(full);
    assertThat(fixture.volumes().list()).noneMatch(name -> name.contains(full.id().toString()));
  }

  @Test
  void a_full_database_that_is_given_more_takes_more_without_a_restart() throws SQLException {
    DatabaseSpec full = spec();
    fixture.ready(full);
    boolean isLimited = fixture.volumes().limitProblem().isEmpty();
    int first = isLimited ? mebibytesUntilRefused(full) : 0;

    Resources more = new Resources(256, 2 * STORAGE_MIB, 0);
    fixture.databases().resize(full.id(), more);
    DatabaseFixture.await("it has more")
        .until(() -> fixture.databases().resources(full.id()), Optional.of(more)::equals);

    String message = fixture.databases().observe(full.id()).message();
    assertThat(message).doesNotContain("restart");
    if (isLimited) {
      fixture.execute(full, TEN_MIB);
      assertThat(first).isLessThan(STORAGE_MIB);
    } else {
      assertThat(message).contains("storage 512m is not enforced");
    }
  }

  @Test
  void who_ordered_no_storage_hears_of_none() {
    DatabaseSpec clone = DatabaseFixture.spec();

    assertThat(fixture.ready(clone).message()).doesNotContain("storage");
  }

  private static int mebibytesUntilRefused(DatabaseSpec database) throws SQLException {
    fixture.execute(database, "CREATE TABLE big (text text)");
    for (int written = 0; ; written += 10) {
      try {
        fixture.execute(database, TEN_MIB);
      } catch (SQLException refused) {
        return written;
      }
      assertThat(written).isLessThan(2 * STORAGE_MIB);
    }
  }

  private static DatabaseSpec spec() {
    return DatabaseSpec.of(
        UUID.randomUUID(),
        new Origin.Version(DatabaseFixture.GOLDEN),
        new Resources(256, STORAGE_MIB, 0));
  }
}
