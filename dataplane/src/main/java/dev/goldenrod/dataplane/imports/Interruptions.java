package dev.goldenrod.dataplane.imports;

import dev.goldenrod.dataplane.Backoff;
import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;

/**
 * The interruptions of a step. The data plane may be away without end; work that is lost and
 * sessions that break again and again are too much.
 */
final class Interruptions {
  private static final int MOST_IN_A_ROW = 5;

  /** What went well for so long is not in a row with what was before. */
  private static final Duration ROW = Duration.ofMinutes(10);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private final StepRun run;
  private int inARow;
  private long lastAt = System.nanoTime();
  private Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);

  Interruptions(StepRun run) {
    this.run = run;
  }

  /**
   * Waits a while after an interruption.
   *
   * @throws DataPlaneException the interruption itself, when there were too many
   */
  void rest(DataPlaneException interruption) {
    if (run.isCancelled()) {
      throw interruption;
    }
    count(interruption);
    run.waitsFor("it was interrupted and goes on soon: " + interruption.getMessage());
    pause.pause();
  }

  /** Notes that the cluster answers again. */
  void over() {
    run.waitsFor("");
  }

  private void count(DataPlaneException interruption) {
    if (System.nanoTime() - lastAt > ROW.toNanos()) {
      inARow = 0;
      pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    }
    lastAt = System.nanoTime();
    if (interruption instanceof InterruptedStepException && ++inARow > MOST_IN_A_ROW) {
      throw interruption;
    }
  }
}
