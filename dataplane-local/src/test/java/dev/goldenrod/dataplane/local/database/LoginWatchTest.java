package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.WorkFailure;
import dev.goldenrod.dataplane.local.CapturedLog;
import dev.goldenrod.dataplane.local.database.DatabaseStarter.Started;
import dev.goldenrod.dataplane.local.record.DatabaseErrors;
import dev.goldenrod.dataplane.local.work.WorkLock;
import dev.goldenrod.instance.InstanceSize;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class LoginWatchTest {
  private final Queue<Runnable> checks = new ArrayDeque<>();
  private final DatabaseSpec spec =
      DatabaseSpec.of(
          UUID.randomUUID(), new Origin.Blank("postgresql", "17"), InstanceSize.SMALL.resources());
  private final DatabaseStatus status =
      new DatabaseStatus(DatabaseObservation.working(0, ""), false, () -> false, () -> {});
  private Supplier<Optional<String>> login =
      () -> {
        throw new IllegalStateException("the server's answer is garbled");
      };

  @Test
  void a_check_that_fails_is_logged_once_and_does_not_end_the_watch() {
    ProcessHandle server = ProcessHandle.current();
    status.setDesired(spec);
    status.serves(spec, server);
    LoginWatch watch =
        new LoginWatch("shop", () -> login.get(), status, checks::add, new WorkLock("shop"));
    watch.started(
        spec, "127.0.0.1:5432", new Started(server, "", Optional.of("its password was changed")));

    String log =
        CapturedLog.of(
            () -> {
              checks.remove().run();
              checks.remove().run();
            });

    assertThat(log).containsOnlyOnce("Cannot check the login of shop, will retry");
    assertThat(status.observation().message()).isEqualTo("its password was changed");

    login = Optional::empty;
    checks.remove().run();
    assertThat(status.observation().state()).isEqualTo(DatabaseState.READY);
    assertThat(status.observation().message()).isEmpty();
    assertThat(checks).isEmpty();
  }

  @Test
  void a_check_that_a_lost_record_prevents_is_told_and_not_logged() {
    ProcessHandle server = ProcessHandle.current();
    status.setDesired(spec);
    status.serves(spec, server);
    WorkFailure lost = DatabaseErrors.recordLost(spec.id());
    login =
        () -> {
          throw lost;
        };
    LoginWatch watch =
        new LoginWatch("shop", () -> login.get(), status, checks::add, new WorkLock("shop"));
    watch.started(spec, "127.0.0.1:5432", new Started(server, "", Optional.of("unknown password")));

    String log = CapturedLog.of(() -> checks.remove().run());

    assertThat(log).doesNotContain("shop", "Exception");
    assertThat(status.observation().state()).isEqualTo(DatabaseState.READY);
    assertThat(status.observation().message()).isEqualTo(lost.message());
    assertThat(checks).hasSize(1);
  }
}
