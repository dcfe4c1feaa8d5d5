package dev.goldenrod.dataplane.imports;

import dev.goldenrod.dataplane.Backoff;
import dev.goldenrod.dataplane.imports.Step.InterruptedStepException;
import dev.goldenrod.port.DataPlaneException;
import java.time.Duration;

/**
 * Counts and delays the retries of an interrupted step. An unavailable data plane is retried
 * without limit; after more than five interruptions of another kind in a row, the step fails.
 */
final class InterruptionRetries {
  private static final int MOST_IN_A_ROW = 5;

  /** An interruption this long after the previous one resets the count. */
  private static final Duration ROW = Duration.ofMinutes(10);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private final StepRun run;
  private int inARow;
  private long lastAt = System.nanoTime();
  private Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);

  InterruptionRetries(StepRun run) {
    this.run = run;
  }

  /** Sleeps before the next try, or throws the interruption if there is none. */
  void awaitRetry(DataPlaneException interruption) {
    if (run.isCancelled()) {
      throw interruption;
    }
    count(interruption);
    run.setWaitReason("the step was interrupted and will be retried: " + interruption.getMessage());
    pause.pause();
  }

  void clearWaitReason() {
    run.setWaitReason("");
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
