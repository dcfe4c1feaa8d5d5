package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.port.DataPlane;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;

/** A control plane on a data plane that does what the test says. */
public abstract class ControlPlaneFaultFixture extends ControlPlaneFixture {
  private static final int MANY = 1000;

  /** Longer than any pause between two looks. */
  static final Duration LONG_PAUSE = Duration.ofSeconds(31);

  FakeDataPlane fake;

  @Override
  protected final DataPlane openDataPlane() {
    fake = new FakeDataPlane();
    return fake;
  }

  /** Runs what is due, and what becomes due by that, until there is nothing more. */
  final void settle() {
    int rounds = 0;
    while (control.runDueOnce() > 0) {
      assertThat(rounds++).as("rounds in which something was due").isLessThan(MANY);
    }
  }

  /** Lets the longest pause between two looks go by, then settles. */
  final void settleLater() {
    clock.advance(LONG_PAUSE);
    settle();
  }

  /** The server's process and the data plane's are killed and started again. */
  final void restartAll() {
    control.close();
    fake = fake.restarted();
    dataPlane = fake;
    control = builder().build();
  }
}
