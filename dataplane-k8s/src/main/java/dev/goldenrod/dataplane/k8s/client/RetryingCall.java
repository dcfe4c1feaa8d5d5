package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.common.KubernetesType;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * A repeatable call, retried when the server is busy, fails or drops the connection.
 *
 * @param what the call does, as in {@code read Secret x}
 * @param server that is called, unless it is known to be unreachable
 */
record RetryingCall(String what, Reachability server) {
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final Set<Integer> WORTH_REPEATING = Set.of(409, 429, 500, 502, 503, 504);
  private static final int ATTEMPTS = 5;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  /** Returns the response's object; empty if it is not found. */
  <T extends KubernetesType> Optional<T> make(Supplier<KubernetesApiResponse<T>> call) {
    return make(call, Set.of(NOT_FOUND));
  }

  /**
   * Makes a call for which a conflict means that there is nothing to do; returns empty then too.
   */
  <T extends KubernetesType> Optional<T> makeUnlessThere(Supplier<KubernetesApiResponse<T>> call) {
    return make(call, Set.of(NOT_FOUND, CONFLICT));
  }

  private <T extends KubernetesType> Optional<T> make(
      Supplier<KubernetesApiResponse<T>> call, Set<Integer> meaningNothing) {
    for (int attempt = 1; ; attempt++) {
      requireAnswering();
      try {
        KubernetesApiResponse<T> response = interruptible(call);
        server.answered();
        int code = response.getHttpStatusCode();
        if (response.isSuccess()) {
          return Optional.ofNullable(response.getObject());
        }
        if (meaningNothing.contains(code)) {
          return Optional.empty();
        }
        if (attempt == ATTEMPTS || !WORTH_REPEATING.contains(code)) {
          throw ApiErrors.refused(what, code, response.getStatus());
        }
      } catch (IllegalStateException e) {
        if (!(e.getCause() instanceof IOException cause)) {
          throw e;
        }
        server.suspect();
        if (attempt == ATTEMPTS || cause instanceof InterruptedIOException) {
          throw ApiErrors.unanswered(what, cause);
        }
      }
      pause(attempt);
    }
  }

  private void requireAnswering() {
    server
        .outage()
        .ifPresent(
            reason -> {
              throw ApiErrors.unreachable(what, reason);
            });
  }

  /** The Kotlin HTTP client throws undeclared checked exceptions. */
  private <T extends KubernetesType> KubernetesApiResponse<T> interruptible(
      Supplier<KubernetesApiResponse<T>> call) {
    try {
      return ((Callable<KubernetesApiResponse<T>>) call::get).call();
    } catch (InterruptedException e) {
      throw interrupted(e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void pause(int attempt) {
    try {
      Thread.sleep(FIRST_PAUSE.toMillis() << attempt);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private DataPlaneException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new DataPlaneException("interrupted; cannot " + what, cause);
  }
}
