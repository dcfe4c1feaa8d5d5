package dev.goldenrod.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.Imports;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.member.Actor;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Cases that random sequences reach too rarely. */
class KilledServerTest {
  /** The transactions before the first result is stored: heartbeat, due work and claim. */
  private static final int TRANSACTIONS_BEFORE_RESULT = 3;

  @Test
  void an_import_that_failed_and_was_forgotten_before_it_was_cleaned_up_leaves_nothing() {
    try (Simulation simulation = new Simulation()) {
      UUID job = importThatFails(simulation);
      Actor admin = simulation.actor(0);
      while (simulation.server(0).imports().find(admin, job).phase() != ImportPhase.FAILED) {
        simulation.dieWhileRunning(0, TRANSACTIONS_BEFORE_RESULT, true);
        simulation.clock.advance(Duration.ofSeconds(31));
      }
      assertThat(simulation.dataPlane.inventory().imports()).containsExactly(job);
      simulation.server(0).imports().delete(admin, job);

      simulation.heal();
      FinalState.check(simulation);
    }
  }

  private static UUID importThatFails(Simulation simulation) {
    GoldenOperations.createSource(simulation, 1, 0);
    UUID source = Rows.of(simulation).sources().keySet().iterator().next();
    simulation.dataPlane.failStep(ImportPhase.IMPORTING, "the source went away");
    Imports.Start command = new Imports.Start(source, "shop", null);
    return simulation.server(0).imports().start(simulation.actor(0), command).id();
  }
}
