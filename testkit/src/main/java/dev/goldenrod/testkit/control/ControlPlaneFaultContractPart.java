package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.instance.Instance;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** One part of {@link ControlPlaneFaultContract}: the data plane does what the test says. */
public abstract class ControlPlaneFaultContractPart extends ControlPlaneContractPart {
  private static final int MANY = 1000;

  /** Longer than any pause between two looks. */
  static final Duration LONG_PAUSE = Duration.ofSeconds(31);

  FakeDataPlane fake;

  @BeforeEach
  final void takeFake() {
    fake = (FakeDataPlane) dataPlane;
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

  final Instance findInstance(UUID id) {
    return control.instances().find(admin, id);
  }

  final void apply(String change, UUID id) {
    switch (change) {
      case "reset" -> control.instances().reset(ada, id);
      case "refresh" -> control.instances().refresh(ada, id, "");
      default -> control.instances().delete(ada, id);
    }
  }
}
