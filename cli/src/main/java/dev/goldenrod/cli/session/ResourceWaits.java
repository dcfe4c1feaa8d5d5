package dev.goldenrod.cli.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.goldenrod.cli.output.Progress;
import dev.goldenrod.cli.terminal.CliException;
import dev.goldenrod.cli.terminal.ExitCode;
import dev.goldenrod.client.WaitException;
import dev.goldenrod.client.Waits;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Waits for resources to reach a state, and shows the progress. */
public final class ResourceWaits {
  private final Session session;

  ResourceWaits(Session session) {
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
      WaitOptions waiting,
      String again) {
    return until(
        new Work(what, "done", again),
        waiting,
        (progress, bounded, left) -> {
          JsonNode now =
              bounded
                  .api()
                  .find(path + WaitOptions.query(left))
                  .orElseThrow(() -> new CliException(ExitCode.NOT_FOUND, what + " is gone"));
          String state = now.path(stateField).asText();
          if (settled.contains(state)) {
            return Optional.of(now);
          }
          String shown = (state + " " + now.path("message").asText()).strip();
          progress.say(what + ": " + shown, Progress.Step.of(now.path("progress")));
          return Optional.empty();
        });
  }

  /**
   * Waits until a resource is gone and says so, unless the options say not to wait.
   *
   * @param isGone asks the server, with a session whose requests end soon after the timeout
   */
  public void awaitGone(String what, Predicate<Session> isGone, WaitOptions waiting, String again) {
    if (waiting.isWaiting()) {
      until(
          new Work(what, "gone", again),
          waiting,
          (progress, bounded, left) ->
              found(
                  progress,
                  what + ": deleting",
                  Optional.of(isGone.test(bounded)).filter(Boolean::booleanValue)));
      session.say(what + " is gone");
    }
  }

  /**
   * Waits until a value is found and returns it; the state is shown as progress.
   *
   * @param found asks the server, with a session whose requests end soon after the timeout
   */
  public JsonNode awaitFound(
      String what,
      String state,
      Function<Session, Optional<JsonNode>> found,
      WaitOptions waiting,
      String again) {
    return until(
        new Work(what, "done", again),
        waiting,
        (progress, bounded, left) -> found(progress, what + ": " + state, found.apply(bounded)));
  }

  private static <T> Optional<T> found(Progress progress, String shown, Optional<T> found) {
    if (found.isEmpty()) {
      progress.say(shown);
    }
    return found;
  }

  /** The awaited resource, its final state, and the command that shows it. */
  private record Work(String what, String end, String again) {}

  private interface Attempt<T> {
    Optional<T> run(Progress progress, Session bounded, Duration left);
  }

  private <T> T until(Work work, WaitOptions waiting, Attempt<T> attempt) {
    try (Progress progress = session.progress(work.what(), work.again())) {
      return new Waits(session.api().options())
          .until(
              left -> attempt.run(progress, session.within(left), left),
              waiting.left(),
              work::what,
              failure -> progress.say(work.what() + ": " + WaitOptions.problem(failure)));
    } catch (WaitException late) {
      throw new CliException(
          ExitCode.TIMED_OUT,
          "%s was not %s within %ss; the work continues"
              .formatted(work.what(), work.end(), waiting.timeout().toSeconds()),
          work.again());
    }
  }
}
