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
 * @param isPatient if false, each call is made once
 * @param requirePod throws if the pod does not run any more
 * @param waitsFor receives the reason of retries that last for some seconds, and an empty text
 *     after they succeed
 */
public record Persistence(
    BooleanSupplier cancelled, boolean isPatient, Runnable requirePod, Consumer<String> waitsFor) {
  private static final Logger LOG = LoggerFactory.getLogger(Persistence.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private static final String GOES_ON = "its tools go on in their pod, and are looked at soon: ";

  /** Shorter waits are not reported. */
  private static final Duration UNTOLD = Duration.ofSeconds(3);

  /** Returns an instance that makes each call once. */
  static Persistence none(BooleanSupplier cancelled) {
    return new Persistence(cancelled, false, () -> {}, reason -> {});
  }

  /** Returns an instance that retries calls while the pod may exist. */
  public static Persistence of(
      BooleanSupplier cancelled, Runnable requirePod, Consumer<String> waitsFor) {
    return new Persistence(cancelled, true, requirePod, waitsFor);
  }

  /**
   * Makes the call, and retries it while the API server or the way to the pod is unavailable.
   *
   * @param call that may be repeated even after it succeeded
   * @throws DataPlaneException as the call does; also if the work is cancelled or the pod has ended
   */
  public <T> T make(Supplier<T> call) {
    Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    long tellAt = System.nanoTime() + UNTOLD.toNanos();
    boolean told = false;
    while (true) {
      try {
        T result = call.get();
        if (told) {
          waitsFor.accept("");
        }
        return result;
      } catch (ApiUnavailableException | DataPlaneUnreachableException e) {
        if (!isPatient) {
          throw e;
        }
        LOG.debug("it is tried again: {}", e.getMessage());
        requireReason();
        if (System.nanoTime() > tellAt) {
          waitsFor.accept(GOES_ON + e.getMessage());
          told = true;
        }
      }
      pause.pause();
    }
  }

  private void requireReason() {
    requireWanted();
    try {
      requirePod.run();
    } catch (ApiUnavailableException | DataPlaneUnreachableException e) {
      LOG.debug("nothing is known of the pod: {}", e.getMessage());
    }
  }

  void requireWanted() {
    if (cancelled.getAsBoolean()) {
      throw new DataPlaneException("the work was stopped");
    }
  }
}
