package dev.goldenrod.client;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Repeats requests until they have a result, also across a restart of the server. Thread-safe. */
public final class Waits {
  /** Maximum time that a server holds a long poll. */
  private static final Duration LONGEST_POLL = Duration.ofSeconds(50);

  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(200);

  /** Transient statuses of a server or of a proxy. */
  static final Set<Integer> TRANSIENT = Set.of(429, 502, 503, 504);

  private final ClientOptions options;

  /** Creates waits for the server of the options. */
  public Waits(ClientOptions options) {
    this.options = options;
  }

  /**
   * A request that is repeated until it has a result.
   *
   * @param <T> type of the result
   */
  @FunctionalInterface
  public interface Attempt<T> {
    /**
     * Sends the request, and returns empty if there is no result yet.
     *
     * @param left the rest of the time to wait, at least zero
     */
    Optional<T> run(Duration left);
  }

  /**
   * Repeats the attempt until it has a result. A transient failure, such as one during a restart of
   * the server, counts as no result.
   *
   * @param state describes what was last seen, for the message of a timeout
   * @param onFailure called after each transient failure
   * @throws WaitException if the time is up; there is at least one attempt
   * @throws ClientException if the attempt fails otherwise, or the wait is interrupted
   */
  public <T> T until(
      Attempt<T> attempt,
      Duration atMost,
      Supplier<String> state,
      Consumer<ClientException> onFailure) {
    long end = System.nanoTime() + atMost.toNanos();
    while (true) {
      ClientException failure = null;
      try {
        Optional<T> result = attempt.run(left(end));
        if (result.isPresent()) {
          return result.get();
        }
      } catch (ClientException e) {
        if (!isTransient(e)) {
          throw e;
        }
        failure = e;
        onFailure.accept(e);
      }
      if (left(end).isZero()) {
        throw new WaitException(
            "%s after %s s".formatted(state.get(), atMost.toSeconds()), failure);
      }
      if (!Tries.sleep(min(PAUSE, left(end)))) {
        throw new NoAnswerException("the wait was interrupted: " + state.get());
      }
    }
  }

  private static Duration left(long end) {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }

  private boolean isTransient(ClientException failure) {
    return failure instanceof ApiException refusal
        ? TRANSIENT.contains(refusal.status())
        : failure instanceof NoAnswerException
            && !Thread.currentThread().isInterrupted()
            && mayBeThere();
  }

  /** Returns false if the server has ended for good. */
  private boolean mayBeThere() {
    try {
      return options.isThere().getAsBoolean();
    } catch (NoAnswerException notNow) {
      return true;
    }
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
    AtomicReference<String> seen = new AtomicReference<>("unknown");
    return until(
        left -> {
          T answer = get(wanted, left);
          seen.set(Objects.requireNonNullElse(wanted.state().apply(answer), ""));
          if (wanted.others().contains(seen.get())) {
            throw new WaitException(
                "%s is %s: %s"
                    .formatted(
                        wanted.path(),
                        seen.get(),
                        Objects.requireNonNullElse(wanted.message().apply(answer), "")));
          }
          return Optional.of(answer).filter(it -> seen.get().equals(wanted.wanted()));
        },
        atMost,
        () -> "%s is %s and not %s".formatted(wanted.path(), seen.get(), wanted.wanted()),
        failure -> {});
  }

  /** Sends a long poll, which is limited to the time left and the request timeout. */
  private <T> T get(Wanted<T> wanted, Duration left) {
    Duration poll = min(left, min(options.patience().dividedBy(2), LONGEST_POLL));
    return new TypedApi(connection(poll)).get(TypedApi.waiting(wanted.path(), poll), wanted.type());
  }

  /** Waits until the resource does not exist; throws if the time is up. */
  void awaitGone(String path, Duration atMost) {
    until(
        left -> Optional.of(connection(Duration.ZERO).find(path).isEmpty()).filter(it -> it),
        atMost,
        () -> path + " is still there",
        failure -> {});
  }

  private ApiConnection connection(Duration poll) {
    return new ApiConnection(
        options.withRetries(Duration.ZERO).withPatience(min(options.patience(), poll.plus(GRACE))));
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
