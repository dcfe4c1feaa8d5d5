package dev.goldenrod.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.output.StepProgress;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.NoAnswerException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for resources to reach a state, and continues across restarts of the server. */
public final class Waits {
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  private final Session session;

  Waits(Session session) {
    this.session = session;
  }

  /**
   * Waits until a resource is settled and returns it.
   *
   * @param what as in {@code clone 'one'}
   * @param isSettled whether the resource no longer changes by itself
   * @param state returns the state to show as progress
   * @param again the command that continues waiting
   * @throws CliException with {@link ExitCode#TIMED_OUT} after the timeout, and with {@link
   *     ExitCode#NOT_FOUND} if the resource is gone
   */
  public JsonNode await(
      String what,
      String path,
      Predicate<JsonNode> isSettled,
      Function<JsonNode, String> state,
      Duration atMost,
      String again) {
    return until(
        new Work(what, "done", again),
        atMost,
        (progress, left) -> {
          JsonNode now =
              session
                  .api()
                  .find(path + "?wait=" + seconds(left) + "s")
                  .orElseThrow(() -> new CliException(ExitCode.NOT_FOUND, what + " is gone"));
          if (isSettled.test(now)) {
            return Optional.of(now);
          }
          progress.say(what + ": " + state.apply(now), StepProgress.of(now.path("progress")));
          return Optional.empty();
        });
  }

  public void awaitGone(String what, String path, Duration atMost) {
    awaitGone(what, () -> session.api().find(path).isEmpty(), atMost, "goldenrod status");
  }

  public void awaitGone(String what, BooleanSupplier isGone, Duration atMost, String again) {
    until(
        new Work(what, "gone", again),
        atMost,
        (progress, left) -> poll(progress, what, "deleting", () -> gone(isGone)));
  }

  private static Optional<Boolean> gone(BooleanSupplier isGone) {
    return isGone.getAsBoolean() ? Optional.of(true) : Optional.empty();
  }

  /** Waits until a value is found and returns it; the state is shown as progress. */
  public JsonNode awaitFound(
      String what,
      String state,
      Supplier<Optional<JsonNode>> found,
      Duration atMost,
      String again) {
    return until(
        new Work(what, "done", again),
        atMost,
        (progress, left) -> poll(progress, what, state, found));
  }

  private static <T> Optional<T> poll(
      Progress progress, String what, String state, Supplier<Optional<T>> query) {
    Optional<T> found = query.get();
    if (found.isEmpty()) {
      progress.say(what + ": " + state);
      pause();
    }
    return found;
  }

  /** The awaited resource, its final state, and the command that shows it. */
  private record Work(String what, String end, String again) {}

  private interface Attempt<T> {
    Optional<T> run(Progress progress, Duration left);
  }

  private <T> T until(Work work, Duration atMost, Attempt<T> attempt) {
    long deadline = System.nanoTime() + atMost.toNanos();
    try (Progress progress = session.progress(work.what(), work.again())) {
      while (true) {
        try {
          Optional<T> found = attempt.run(progress, Duration.ofNanos(deadline - System.nanoTime()));
          if (found.isPresent()) {
            return found.get();
          }
        } catch (NoAnswerException away) {
          progress.say(work.what() + ": the server does not answer");
          pause();
        }
        if (System.nanoTime() >= deadline) {
          throw new CliException(
              ExitCode.TIMED_OUT,
              "%s was not %s within %ss; the work continues"
                  .formatted(work.what(), work.end(), atMost.toSeconds()),
              work.again());
        }
      }
    }
  }

  private static long seconds(Duration left) {
    return Math.max(0, Math.min(left.toSeconds(), AT_ONCE.toSeconds()));
  }

  private static void pause() {
    try {
      Thread.sleep(200);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException(ExitCode.TIMED_OUT, "interrupted");
    }
  }
}
