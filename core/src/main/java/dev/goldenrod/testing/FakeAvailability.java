package dev.goldenrod.testing;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DataPlaneOfflineException;
import dev.goldenrod.port.DataPlaneUnreachableException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;

/** The availability of a {@link FakeDataPlane}, whose lock is this object's monitor. */
final class FakeAvailability {
  private boolean online = true;
  private Optional<String> lost = Optional.empty();
  private Predicate<UUID> refused = id -> false;
  private String refusal = "";
  private Duration answerDelay = Duration.ZERO;
  private Duration credentialsDelay = Duration.ZERO;

  synchronized void online(boolean nowOnline) {
    online = nowOnline;
    lost = Optional.empty();
  }

  synchronized void lose(String reason) {
    lost = Optional.of(reason);
  }

  synchronized Optional<String> lost() {
    return lost;
  }

  synchronized void delayAnswers(Duration delay) {
    answerDelay = delay;
    notifyAll();
  }

  synchronized void delayCredentials(Duration delay) {
    credentialsDelay = delay;
    notifyAll();
  }

  synchronized void refuseCredentials(Predicate<UUID> which, String reason) {
    refused = which;
    refusal = reason;
  }

  synchronized void requireCredentialsAllowed(UUID id) {
    if (refused.test(id)) {
      throw new DataPlaneException(refusal);
    }
  }

  synchronized void awaitAvailability() {
    waitWhileDelayed(false);
    requireOnline();
  }

  /** Waits for the delay of credentials; call {@link #awaitAvailability} next. */
  synchronized void awaitCredentials() {
    waitWhileDelayed(true);
  }

  private void waitWhileDelayed(boolean forCredentials) {
    long start = System.nanoTime();
    long left = delay(forCredentials);
    try {
      while (left > 0) {
        wait(Math.max(1, Duration.ofNanos(left).toMillis()));
        left = delay(forCredentials) - (System.nanoTime() - start);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DataPlaneException("interrupted while waiting for the data plane's answer", e);
    }
  }

  private long delay(boolean forCredentials) {
    return (forCredentials ? credentialsDelay : answerDelay).toNanos();
  }

  private void requireOnline() {
    lost.ifPresent(
        reason -> {
          throw new DataPlaneUnreachableException(reason);
        });
    if (!online) {
      throw new DataPlaneOfflineException("the data plane is offline");
    }
  }
}
