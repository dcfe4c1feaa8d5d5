package dev.goldenrod.client;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits for states of resources, also across a restart of the server. Thread-safe. */
final class Waits {
  /** Maximum time that a server holds a long poll. */
  private static final Duration LONGEST_POLL = Duration.ofSeconds(50);

  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(200);

  /** Transient statuses of a server or of a proxy. */
  private static final Set<Integer> PASSING = Set.of(429, 502, 503, 504);

  private final ClientOptions options;

  Waits(ClientOptions options) {
    this.options = options;
  }

  /**
   * The state to wait for.
   *
   * @param state returns the resource's phase or status
   * @param others states that do not change to the wanted one without an action
   */
  record Wanted<T>(
      String path,
      Class<T> type,
      Function<T, String> state,
      Function<T, String> message,
      String wanted,
      Set<String> others) {}

  /** Waits until the resource has the wanted state; throws if it cannot or the time is up. */
  <T> T await(Wanted<T> wanted, Duration atMost) {
    Deadline deadline = new Deadline(atMost);
    String seen = "unknown";
    while (true) {
      Duration poll = poll(deadline);
      Optional<T> answer =
          deadline.tried(
              () ->
                  api(poll).get(wanted.path() + "?wait=" + poll.toSeconds() + "s", wanted.type()));
      if (answer.isPresent()) {
        seen = Objects.requireNonNullElse(wanted.state().apply(answer.get()), "");
        if (seen.equals(wanted.wanted())) {
          return answer.get();
        }
        if (wanted.others().contains(seen)) {
          throw new WaitException(
              "%s is %s: %s"
                  .formatted(
                      wanted.path(),
                      seen,
                      Objects.requireNonNullElse(wanted.message().apply(answer.get()), "")));
        }
      }
      deadline.pause(wanted.path(), seen + " and not " + wanted.wanted());
    }
  }

  /** Waits until the resource does not exist; throws if the time is up. */
  void awaitGone(String path, Duration atMost) {
    Deadline deadline = new Deadline(atMost);
    while (!deadline.tried(() -> connection(Duration.ZERO).find(path).isEmpty()).orElse(false)) {
      deadline.pause(path, "still there");
    }
  }

  /** Limits a long poll to the deadline and the request timeout. */
  private Duration poll(Deadline deadline) {
    Duration allowed = min(options.patience().dividedBy(2), LONGEST_POLL);
    return min(deadline.left(), allowed);
  }

  private TypedApi api(Duration poll) {
    return new TypedApi(connection(poll));
  }

  private ApiConnection connection(Duration poll) {
    return new ApiConnection(
        options.withRetries(Duration.ZERO).withPatience(min(options.patience(), poll.plus(GRACE))));
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private final class Deadline {
    private final Duration atMost;
    private final long end;
    private @Nullable ClientException failure;

    Deadline(Duration atMost) {
      this.atMost = atMost;
      this.end = System.nanoTime() + atMost.toNanos();
    }

    Duration left() {
      return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
    }

    /** Returns the response; empty if the failure is transient, such as during a restart. */
    <T> Optional<T> tried(Supplier<T> request) {
      try {
        failure = null;
        return Optional.of(request.get());
      } catch (ClientException e) {
        if (!isPassing(e)) {
          throw e;
        }
        failure = e;
        return Optional.empty();
      }
    }

    private boolean isPassing(ClientException e) {
      return e instanceof ApiException refusal
          ? PASSING.contains(refusal.status())
          : !Thread.currentThread().isInterrupted() && options.isThere().getAsBoolean();
    }

    void pause(String path, String state) {
      Duration left = left();
      if (left.isZero()) {
        throw new WaitException(
            "%s is %s after %s s".formatted(path, state, atMost.toSeconds()), failure);
      }
      if (!Tries.sleep(min(PAUSE, left))) {
        throw new NoAnswerException("the wait for %s was interrupted".formatted(path));
      }
    }
  }
}
