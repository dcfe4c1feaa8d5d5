package dev.goldenrod.dataplane.local.database;

import static dev.goldenrod.dataplane.local.database.DatabaseFixture.next;
import static dev.goldenrod.dataplane.local.database.DatabaseFixture.spec;
import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.local.record.DatabaseVolume;
import dev.goldenrod.dataplane.local.server.DataVolume;
import dev.goldenrod.dataplane.local.server.EngineServerFactory;
import dev.goldenrod.engine.DatabaseInfo;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Takeover;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data plane runs databases of any engine that implements the interface. */
class AnyEngineTest {
  private static final StandInEngine ENGINE = new StandInEngine();

  @TempDir static Path dataDir;
  private static DatabaseFixture fixture;

  @BeforeAll
  static void make_the_golden() throws IOException {
    fixture =
        new DatabaseFixture(
            dataDir,
            null,
            (installations, users) ->
                new EngineServerFactory(
                    List.of(ENGINE),
                    (type, release) -> program -> program,
                    users,
                    EngineServerFactory.LOOPBACK),
            (home, golden, runAs) -> makeGolden(golden));
  }

  @AfterAll
  static void take_all_away() {
    fixture.close();
  }

  @Test
  void its_clones_are_changed_reset_and_restarted() {
    DatabaseSpec clone = spec();
    DatabaseObservation first = fixture.ready(clone);
    Credentials login = fixture.login(clone);
    assertThat(login.uri()).startsWith("standin://guest:").endsWith("/keys");
    assertThat(ask(login, "get")).isEqualTo("tea");
    assertThat(StandInEngine.ask(login.port(), "golden get")).isEqualTo("refused");

    assertThat(ask(login, "set mate")).isEqualTo("done");
    fixture.restart();
    assertThat(fixture.await(clone, DatabaseState.READY)).isEqualTo(first);
    assertThat(ask(login, "get")).isEqualTo("mate");

    DatabaseObservation again = fixture.ready(next(clone));
    assertThat(again.endpoint()).isEqualTo(first.endpoint());
    assertThat(fixture.login(clone)).isEqualTo(login);
    assertThat(ask(login, "get")).isEqualTo("tea");
    fixture.removed(clone);
  }

  @Test
  void its_databases_are_stopped_and_branched() {
    DatabaseSpec parent = spec();
    fixture.ready(parent);
    ask(fixture.login(parent), "set mate");

    DatabaseSpec branch = DatabaseFixture.branchOf(parent);
    fixture.ready(branch);
    ask(fixture.login(parent), "set milk");
    fixture.databases().ensure(branch.stopped());
    fixture.await(branch, DatabaseState.STOPPED);
    fixture.removed(parent);

    fixture.ready(branch);
    assertThat(ask(fixture.login(branch), "get")).isEqualTo("mate");
    fixture.removed(branch);
  }

  @Test
  void a_branch_that_refuses_its_password_takes_no_endpoint_over() {
    DatabaseSpec main = spec();
    DatabaseObservation before = fixture.ready(main);
    Credentials login = fixture.login(main);
    DatabaseSpec branch = DatabaseFixture.branchOf(main);
    fixture.ready(branch);
    ask(fixture.login(branch), "password changed");
    int refusals = ENGINE.refusals();

    fixture
        .databases()
        .ensure(branch.takingOver(new Takeover(1, login.host() + ":" + login.port())));
    DatabaseFixture.await("the branch refuses its password")
        .until(ENGINE::refusals, now -> now > refusals);

    assertThat(fixture.databases().observe(main.id())).isEqualTo(before);
    assertThat(fixture.login(main)).isEqualTo(login);
    assertThat(ask(login, "get")).isEqualTo("tea");
    fixture.removed(branch);
    fixture.removed(main);
  }

  @Test
  void a_login_that_cannot_be_made_durable_leaves_no_session_open() {
    DatabaseSpec clone = spec();
    AtomicBoolean hasFailed = new AtomicBoolean();
    Runnable failOnce =
        () -> {
          if (!hasFailed.getAndSet(true)) {
            throw new DataPlaneException("cannot write to the disk: Input/output error");
          }
        };
    String volume = new DatabaseVolume(clone.id(), clone.generation()).name();
    fixture.restart(InterceptedVolumes.before(fixture.volumes(), "force", volume, failOnce));
    int before = ENGINE.sessions();

    fixture.ready(clone);

    DatabaseFixture.await("its sessions are closed")
        .atMost(Duration.ofMinutes(1))
        .until(ENGINE::sessions, open -> open <= before);
    fixture.restart();
    fixture.removed(clone);
  }

  private static String ask(Credentials login, String request) {
    return StandInEngine.ask(login.port(), login.password() + " " + request);
  }

  private static void makeGolden(DataVolume golden) {
    try {
      Files.writeString(golden.data().resolve("value"), "tea\n");
      Files.writeString(golden.data().resolve("password"), "golden\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    golden.write(new DatabaseInfo(StandInEngine.TYPE, "1", "keys", "guest", Map.of()));
  }
}
