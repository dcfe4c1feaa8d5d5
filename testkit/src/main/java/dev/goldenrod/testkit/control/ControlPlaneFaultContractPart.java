package dev.goldenrod.testkit.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.instance.Instance;
import dev.goldenrod.testing.FakeDataPlane;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

/** A part of {@link ControlPlaneFaultContract}, with a fake data plane. */
public abstract class ControlPlaneFaultContractPart extends ControlPlaneContractPart {
  private static final int MANY = 1000;

  /** Longer than any delay between two reconciliations. */
  static final Duration LONG_PAUSE = Duration.ofSeconds(31);

  FakeDataPlane fake;

  @BeforeEach
  final void takeFake() {
    fake = (FakeDataPlane) dataPlane;
  }

  /** Runs due work until nothing is due. */
  final void settle() {
    int rounds = 0;
    while (control.runDueOnce() > 0) {
      assertThat(rounds++).as("rounds in which something was due").isLessThan(MANY);
    }
  }

  /** Advances the clock beyond the longest delay, then settles. */
  final void settleLater() {
    clock.advance(LONG_PAUSE);
    settle();
  }

  /** Restarts both the server and the data plane, as after a kill. */
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
