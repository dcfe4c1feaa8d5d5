package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.process.PortRange;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Takeover;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Takeovers that cannot be done yet leave everything as it is. */
class TakeoversTest {
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
  void without_a_port_for_the_former_main_nothing_stops_until_there_is_one() throws SQLException {
    DatabaseSpec main = DatabaseFixture.spec();
    fixture.ready(main);
    DatabaseSpec branch = DatabaseFixture.branchOf(main);
    fixture.ready(branch);
    fixture.execute(branch, "UPDATE app.item SET name = 'branch'");
    Credentials login = fixture.login(main);
    fixture.restart(new PortRange(login.port(), login.port()));
    fixture.await(main, DatabaseState.READY);
    fixture.await(branch, DatabaseState.READY);
    ProcessHandle server = fixture.postmaster(main);

    fixture
        .databases()
        .ensure(branch.takingOver(new Takeover(1, login.host() + ":" + login.port())));

    assertThat(fixture.await(branch, DatabaseState.BLOCKED).message())
        .contains("all ports of %1$d-%1$d are taken".formatted(login.port()));
    assertThat(fixture.postmaster(main)).isEqualTo(server);
    assertThat(fixture.login(main)).isEqualTo(login);
    assertThat(fixture.query(main, "SELECT name FROM app.item")).isEqualTo("tea");
    fixture.restart();
    DatabaseFixture.await("the branch has the endpoint")
        .until(
            () -> fixture.databases().observe(branch.id()),
            seen ->
                seen.state() == DatabaseState.READY
                    && seen.endpoint().endsWith(":" + login.port()));
    assertThat(fixture.query(branch, "SELECT name FROM app.item")).isEqualTo("branch");
    fixture.await(main, DatabaseState.READY);
    fixture.removed(branch);
    fixture.removed(main);
  }
}
