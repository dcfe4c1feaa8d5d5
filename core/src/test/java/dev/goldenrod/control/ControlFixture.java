package dev.goldenrod.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.ErrorCode;
import dev.goldenrod.golden.Substrate;
import dev.goldenrod.member.Actor;
import dev.goldenrod.member.Role;
import dev.goldenrod.testing.FakeDataPlane;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.time.Duration;
import java.time.Instant;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;

/** A control plane on fakes; the test advances the clock and runs the loop. */
final class ControlFixture implements AutoCloseable {
  static final String PASSWORD = "correct horse battery";

  final InMemoryStore store = new InMemoryStore();
  final FakeDataPlane dataPlane = new FakeDataPlane();
  final MutableClock clock = new MutableClock(Instant.parse("2026-01-31T10:15:30.123Z"));
  final ControlPlane control =
      ControlPlane.builder()
          .store(store)
          .dataPlane(dataPlane)
          .clock(clock)
          .passwordIterations(1_000)
          .build();
  final Actor admin = control.admin();

  Actor member(String email, Role role) {
    Invites.Created invite = control.invites().create(admin, email, role, 0);
    Session session =
        control.invites().accept(new Invites.Accept(invite.secret(), PASSWORD, "Somebody"));
    return control.members().authenticate(session.token());
  }

  /** Registers the next version of a golden, and shares it with all members. */
  Goldens.RegisteredVersion golden(String name) {
    Goldens.RegisteredVersion version =
        control
            .goldens()
            .register(
                admin,
                new Goldens.RegisterVersion(name, Substrate.POSTGRES, "", "handle-" + name, 0));
    control.goldens().share(admin, version.goldenId(), true);
    return version;
  }

  void settle() {
    Awaitility.await("nothing is due")
        .pollInSameThread()
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofNanos(1))
        .atMost(Duration.ofMinutes(8))
        .until(() -> control.runDueOnce() == 0);
  }

  static void assertRefused(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ControlPlaneException.class, refused -> assertThat(refused.code()).isEqualTo(code));
  }

  @Override
  public void close() {
    control.close();
    dataPlane.close();
    store.close();
  }
}
