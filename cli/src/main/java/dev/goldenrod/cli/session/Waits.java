package dev.goldenrod.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.NoAnswerException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waits for resources to reach a state, and continues across restarts of the server. */
public final class Waits {
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  private final Session session;

  Waits(Session session) {
    this.session = session;
  }

  /**
   * Waits until a resource is settled and returns it.
   *
   * @param what as in {@code clone 'one'}
   * @param stateField the field with the resource's state, which is shown as progress
   * @param settled the states in which the resource no longer changes by itself
   * @param again the command that continues waiting
   * @throws CliException with {@link ExitCode#TIMED_OUT} after the timeout, and with {@link
   *     ExitCode#NOT_FOUND} if the resource is gone
   */
  public JsonNode await(
      String what,
      String path,
      String stateField,
      Set<String> settled,
      Duration atMost,
      String again) {
    return until(
        new Work(what, "done", again),
        atMost,
        (progress, left) -> {
          JsonNode now =
              session
                  .apiWithin(left)
                  .find(path + "?wait=" + seconds(left) + "s")
                  .orElseThrow(() -> new CliException(ExitCode.NOT_FOUND, what + " is gone"));
          String state = now.path(stateField).asText();
          if (settled.contains(state)) {
            return Optional.of(now);
          }
          String shown = (state + " " + now.path("message").asText()).strip();
          progress.say(what + ": " + shown, Progress.Step.of(now.path("progress")));
          if (seconds(left) == 0) {
            pause();
          }
          return Optional.empty();
        });
  }

  /** Waits until a resource is gone and says so, unless the options say not to wait. */
  public void awaitGone(String what, BooleanSupplier isGone, WaitOptions waiting, String again) {
    if (waiting.isWaiting()) {
      until(
          new Work(what, "gone", again),
          waiting.atMost(),
          (progress, left) -> poll(progress, what, "deleting", () -> gone(isGone)));
      session.say(what + " is gone");
    }
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
    pause(PAUSE, ExitCode.TIMED_OUT, "interrupted");
  }

  /** Sleeps; an interrupt ends the command with the message. */
  public static void pause(Duration pause, ExitCode code, String message) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CliException(code, message);
    }
  }
}
