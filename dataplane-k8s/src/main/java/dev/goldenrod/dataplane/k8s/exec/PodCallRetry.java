package dev.goldenrod.dataplane.k8s.exec;

import dev.goldenrod.dataplane.Backoff;
import dev.goldenrod.dataplane.k8s.client.ApiUnavailableException;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retries calls to a pod while the API server or the way to the pod is unavailable.
 *
 * @param cancelled whether the work is cancelled
 * @param isRepeated if false, each call is made once
 * @param requirePod throws if the pod does not run any more
 * @param waitsFor receives the reason of retries that last for some seconds, and an empty text
 *     after they succeed
 */
public record PodCallRetry(
    BooleanSupplier cancelled, boolean isRepeated, Runnable requirePod, Consumer<String> waitsFor) {
  private static final Logger LOG = LoggerFactory.getLogger(PodCallRetry.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private static final String GOES_ON =
      "the tools keep running in their pod, which cannot be reached at the moment: ";

  /** Shorter waits are not reported. */
  private static final Duration REPORT_DELAY = Duration.ofSeconds(3);

  /** Returns an instance that makes each call once. */
  static PodCallRetry none(BooleanSupplier cancelled) {
    return new PodCallRetry(cancelled, false, () -> {}, reason -> {});
  }

  /** Returns an instance that retries calls while the pod may exist. */
  public static PodCallRetry of(
      BooleanSupplier cancelled, Runnable requirePod, Consumer<String> waitsFor) {
    return new PodCallRetry(cancelled, true, requirePod, waitsFor);
  }

  /**
   * Makes the call, and retries it while the API server or the way to the pod is unavailable.
   *
   * @param request may be repeated even after it succeeded
   * @throws DataPlaneException as the request does; also if the work is cancelled or the pod has
   *     ended
   */
  public <T> T call(Supplier<T> request) {
    Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    long reportAt = System.nanoTime() + REPORT_DELAY.toNanos();
    boolean reported = false;
    while (true) {
      try {
        T result = request.get();
        if (reported) {
          waitsFor.accept("");
        }
        return result;
      } catch (ApiUnavailableException | DataPlaneUnreachableException e) {
        if (!isRepeated) {
          throw e;
        }
        LOG.debug("Retrying a call to a pod: {}", e.getMessage());
        requireRetryable();
        if (System.nanoTime() > reportAt) {
          waitsFor.accept(GOES_ON + e.getMessage());
          reported = true;
        }
      }
      pause.pause();
    }
  }

  private void requireRetryable() {
    requireNotCancelled();
    try {
      requirePod.run();
    } catch (ApiUnavailableException | DataPlaneUnreachableException e) {
      LOG.debug("Cannot read the state of a pod: {}", e.getMessage());
    }
  }

  void requireNotCancelled() {
    if (cancelled.getAsBoolean()) {
      throw new DataPlaneException("the work was stopped");
    }
  }
}
