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
 * Makes calls to a pod again for as long as the API server or the way to the pod is away.
 *
 * @param cancelled whether what they are made for is not wanted any more
 * @param isPatient else each call is made once
 * @param requirePod throws when the pod does not run any more; its message says why
 * @param waitsFor is told why a call is made again, once that has lasted some seconds, and nothing
 *     when it was answered
 */
public record Persistence(
    BooleanSupplier cancelled, boolean isPatient, Runnable requirePod, Consumer<String> waitsFor) {
  private static final Logger LOG = LoggerFactory.getLogger(Persistence.class);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  private static final String GOES_ON = "its tools go on in their pod, and are looked at soon: ";

  /** What passes sooner is not told. */
  private static final Duration UNTOLD = Duration.ofSeconds(3);

  /** One that makes each call once. */
  static Persistence none(BooleanSupplier cancelled) {
    return new Persistence(cancelled, false, () -> {}, reason -> {});
  }

  /** One that makes calls again as long as the pod may be there. */
  public static Persistence of(
      BooleanSupplier cancelled, Runnable requirePod, Consumer<String> waitsFor) {
    return new Persistence(cancelled, true, requirePod, waitsFor);
  }

  /**
   * What the call returns.
   *
   * @param call that may be made again also when it was done
   * @throws DataPlaneException as the call does, but for {@link ApiUnavailableException} and {@link
   *     DataPlaneUnreachableException}; when the pod does not run any more, or the work was
   *     cancelled
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

  /**
   * Ends what is not wanted any more.
   *
   * @throws DataPlaneException when it was cancelled
   */
  void requireWanted() {
    if (cancelled.getAsBoolean()) {
      throw new DataPlaneException("the work was stopped");
    }
  }
}
