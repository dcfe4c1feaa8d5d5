package dev.goldenrod.dataplane.k8s.imports;

import dev.goldenrod.dataplane.Backoff;
import dev.goldenrod.dataplane.imports.StepRun;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for the cluster, which may take hours. */
final class StepPolling {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  /** Shorter waits are not reported. */
  private static final Duration REPORT_DELAY = Duration.ofSeconds(3);

  private StepPolling() {}

  /**
   * Polls until there is a value, also while the API server is unavailable.
   *
   * @param why returns the reason of the wait, which is reported
   */
  static <T> T until(StepRun run, Supplier<Optional<T>> look, Supplier<String> why) {
    long reportAt = System.nanoTime() + REPORT_DELAY.toNanos();
    Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    try {
      while (true) {
        Optional<T> found = look(look);
        if (found.isPresent()) {
          return found.get();
        }
        if (run.isCancelled()) {
          throw new DataPlaneException("the work was stopped");
        }
        if (System.nanoTime() > reportAt) {
          report(run, why);
        }
        pause.pause();
      }
    } finally {
      run.setWaitReason("");
    }
  }

  /** Polls as {@link #until} does, until the condition holds. */
  static void untilTrue(StepRun run, BooleanSupplier condition, Supplier<String> why) {
    until(run, () -> Optional.of(true).filter(yes -> condition.getAsBoolean()), why);
  }

  private static <T> Optional<T> look(Supplier<Optional<T>> look) {
    try {
      return look.get();
    } catch (ApiUnavailableException | DataPlaneUnreachableException e) {
      return Optional.empty();
    }
  }

  private static void report(StepRun run, Supplier<String> why) {
    try {
      run.setWaitReason(why.get());
    } catch (ApiUnavailableException | DataPlaneUnreachableException e) {
      run.setWaitReason(String.valueOf(e.getMessage()));
    }
  }
}
