package dev.goldenrod.dataplane.local.database;

import static dev.goldenrod.dataplane.local.database.DatabaseFixture.branchOf;
import static dev.goldenrod.dataplane.local.database.DatabaseFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class VolatileClonesTest {
  private static final String ROWS = "SELECT count(*) FROM app.item WHERE name = 'coffee'";

  @TempDir Path dataDir;
  private DatabaseFixture fixture;

  @BeforeEach
  void open() throws IOException {
    fixture = new DatabaseFixture(dataDir);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void clones_wait_for_the_disk_unless_they_are_told_not_to() throws SQLException {
    DatabaseSpec clone = spec();

    fixture.ready(clone);

    assertThat(fixture.query(clone, "SHOW fsync")).isEqualTo("on");
  }

  @Test
  void the_end_of_its_server_costs_a_volatile_clone_nothing() throws Exception {
    fixture.restartVolatile();
    DatabaseSpec clone = spec();
    fixture.ready(clone);
    fixture.execute(clone, "INSERT INTO app.item VALUES (77, 'coffee')");
    ProcessHandle server = fixture.postmaster(clone);

    server.destroyForcibly();

    server.onExit().get();
    DatabaseFixture.await("another server runs")
        .until(() -> fixture.findPostmaster(clone).filter(now -> !now.equals(server)).isPresent());
    fixture.await(clone, DatabaseState.READY);
    assertThat(fixture.query(clone, ROWS)).isEqualTo("1");
    assertThat(fixture.query(clone, "SHOW fsync")).isEqualTo("off");
  }

  @Test
  void a_database_to_keep_waits_for_the_disk_although_it_is_made_of_a_golden() throws SQLException {
    fixture.restartVolatile();
    DatabaseSpec kept = spec().named("kept");

    fixture.ready(kept);

    assertThat(fixture.query(kept, "SHOW fsync")).isEqualTo("on");
  }

  @Test
  void a_database_made_of_a_volatile_clone_waits_for_the_disk_again() throws SQLException {
    fixture.restartVolatile();
    DatabaseSpec clone = spec();
    fixture.ready(clone);
    fixture.execute(clone, "INSERT INTO app.item VALUES (77, 'coffee')");
    DatabaseSpec branch = branchOf(clone);

    fixture.ready(branch);

    assertThat(fixture.query(branch, "SHOW fsync")).isEqualTo("on");
    assertThat(fixture.query(branch, ROWS)).isEqualTo("1");
  }
}
