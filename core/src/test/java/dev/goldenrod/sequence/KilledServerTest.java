package dev.goldenrod.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.control.StartImport;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.member.Actor;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the random sequences meet too seldom. */
class KilledServerTest {
  /** Heartbeat, due work, claim; then the transaction that stores what came of the first look. */
  private static final int ONE_LOOK = 3;

  @Test
  void an_import_that_failed_and_was_forgotten_before_it_was_cleaned_up_leaves_nothing() {
    try (World world = new World()) {
      UUID job = importThatFails(world);
      Actor admin = world.actor(0);
      while (world.server(0).imports().find(admin, job).phase() != ImportPhase.FAILED) {
        world.dieWhileRunning(0, ONE_LOOK, true);
        world.clock.advance(Duration.ofSeconds(31));
      }
      assertThat(world.dataPlane.inventory().imports()).containsExactly(job);
      world.server(0).imports().forget(admin, job);

      world.heal();
      FinalState.check(world);
    }
  }

  private static UUID importThatFails(World world) {
    GoldenActs.createSource(world, 1, 0);
    UUID source = Rows.of(world).sources().keySet().iterator().next();
    world.dataPlane.failStep(ImportPhase.IMPORTING, "the source went away");
    StartImport command = new StartImport(source, "shop", null);
    return world.server(0).imports().start(world.actor(0), command).id();
  }
}
