package dev.goldenrod.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.ControlPlaneException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Checks the invariants while several members use two servers and faults occur.
 *
 * <p>A failure prints its seed and the shortest sequence found that still fails. To run one again:
 * {@code -Dgoldenrod.seed=<seed>}.
 */
class RandomSequencesTest {
  private static final int SEQUENCES = Integer.getInteger("goldenrod.sequences", 60);
  private static final int LENGTH = 120;
  private static final int REPLAYS = 400;

  @Test
  void the_promises_hold_after_every_step_of_any_sequence() {
    Long given = Long.getLong("goldenrod.seed");
    long first = given == null ? System.nanoTime() : given;
    int count = given == null ? SEQUENCES : 1;
    for (long seed = first; seed < first + count; seed++) {
      List<Step> steps = Step.sequence(seed, LENGTH);
      Optional<Throwable> failure = failure(steps);
      if (failure.isPresent()) {
        throw report(seed, shortened(steps));
      }
    }
  }

  private static AssertionError report(long seed, List<Step> steps) {
    StringBuilder text = new StringBuilder("seed " + seed + " breaks a promise; shortest:");
    steps.forEach(step -> text.append("\n  ").append(step));
    return new AssertionError(text.toString(), failure(steps).orElse(null));
  }

  /** Returns a shorter sequence that still fails, found by leaving out chunks. */
  private static List<Step> shortened(List<Step> failing) {
    List<Step> shortest = failing;
    int replays = 0;
    for (int chunk = failing.size() / 2; chunk > 0; chunk = chunk / 2) {
      for (int from = shortest.size() - chunk; from >= 0 && replays < REPLAYS; from -= chunk) {
        List<Step> shorter = new ArrayList<>(shortest);
        shorter.subList(from, Math.min(from + chunk, shorter.size())).clear();
        replays++;
        if (failure(shorter).isPresent()) {
          shortest = shorter;
        }
      }
    }
    return shortest;
  }

  private static Optional<Throwable> failure(List<Step> steps) {
    try (Simulation simulation = new Simulation()) {
      Invariants invariants = new Invariants();
      for (Step step : steps) {
        take(simulation, step, invariants);
      }
      Rows before = Rows.of(simulation);
      simulation.heal();
      invariants.check(simulation, before, Rows.of(simulation));
      FinalState.check(simulation);
      return Optional.empty();
    } catch (AssertionError | RuntimeException broken) {
      return Optional.of(broken);
    }
  }

  private static void take(Simulation simulation, Step step, Invariants invariants) {
    Rows before = Rows.of(simulation);
    List<String> told = List.of();
    boolean refused = false;
    try {
      told = step.op().action().in(simulation, step.what(), step.who());
    } catch (ControlPlaneException refusal) {
      refused = true;
    }
    Rows after = Rows.of(simulation);
    if (refused) {
      assertThat(after).as("after a refusal").isEqualTo(before);
    }
    invariants.check(simulation, before, after);
    AuditTrail.check(before, after, told, step.op().isCall());
    VisibilityCheck.check(simulation, after);
  }
}
