package dev.goldenrod.console.golden;

import dev.goldenrod.console.html.Durations;
import dev.goldenrod.console.html.Sizes;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.Progress;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One phase of an import, as its page shows it.
 *
 * @param work what the phase does
 * @param from when the phase began; null if it did not begin, or if that was not recorded
 * @param to when the phase ended, or now while it runs; null if it did not begin, or if that was
 *     not recorded
 * @param progress null unless the running phase reports it
 */
public record ImportStep(
    String name,
    String work,
    State state,
    @Nullable Instant from,
    @Nullable Instant to,
    @Nullable Progress progress) {
  private static final int PERCENT = 100;

  /** How far a phase has come. */
  public enum State {
    DONE("done", "good"),
    RUNNING("running", "busy"),
    FAILED("failed", "bad"),
    WAITING("waiting", "rest"),
    NOT_REACHED("not reached", "rest");

    private final String text;
    private final String tone;

    State(String text, String tone) {
      this.text = text;
      this.tone = tone;
    }

    public String text() {
      return text;
    }

    /** Returns the style class. */
    public String tone() {
      return tone;
    }
  }

  /**
   * Returns the phases of an import in order; none if the phase in which it failed is unknown.
   *
   * @param now the end of the running phase so far
   */
  static List<ImportStep> of(ImportJob job, Instant now) {
    ImportPhase reached =
        job.phase() == ImportPhase.FAILED ? job.history().failedPhase() : job.phase();
    return reached == null
        ? List.of()
        : Arrays.stream(ImportPhase.values())
            .filter(phase -> !phase.isTerminal())
            .map(phase -> of(job, phase, state(job, reached, phase), now))
            .toList();
  }

  private static ImportStep of(ImportJob job, ImportPhase phase, State state, Instant now) {
    return new ImportStep(
        phase.wireName(),
        work(phase),
        state,
        job.history().startOf(phase).orElse(null),
        end(job, phase, state, now),
        state == State.RUNNING ? job.status().progress() : null);
  }

  private static State state(ImportJob job, ImportPhase reached, ImportPhase phase) {
    boolean hasFailed = job.phase() == ImportPhase.FAILED;
    if (phase == reached) {
      return hasFailed ? State.FAILED : State.RUNNING;
    }
    if (phase.compareTo(reached) < 0) {
      return State.DONE;
    }
    return hasFailed ? State.NOT_REACHED : State.WAITING;
  }

  private static @Nullable Instant end(ImportJob job, ImportPhase phase, State state, Instant now) {
    return switch (state) {
      case DONE ->
          phase.following().isTerminal()
              ? job.finishedAt()
              : job.history().startOf(phase.following()).orElse(null);
      case FAILED -> job.finishedAt();
      case RUNNING -> now;
      case WAITING, NOT_REACHED -> null;
    };
  }

  private static String work(ImportPhase phase) {
    return switch (phase) {
      case PENDING -> "wait to begin";
      case PROBING -> "log in to the source, read its version and size";
      case PROVISIONING -> "create a volume";
      case IMPORTING -> "copy the data";
      case SNAPSHOTTING -> "freeze the volume";
      case REGISTERING -> "register the version";
      case CLEANING -> "delete temporary files";
      case SUCCEEDED, FAILED -> "";
    };
  }

  public boolean isRunning() {
    return state == State.RUNNING;
  }

  public boolean hasFailed() {
    return state == State.FAILED;
  }

  /** Returns the time that the phase took, or takes so far; empty if it is unknown. */
  public Optional<Duration> time() {
    Instant began = from;
    Instant ended = to;
    return began == null || ended == null
        ? Optional.empty()
        : Optional.of(Duration.between(began, ended));
  }

  /** Returns the time in words; empty if the phase did not begin. */
  public String timeText() {
    return switch (state) {
      case WAITING, NOT_REACHED -> "";
      case RUNNING -> time().map(time -> Durations.of(time) + " so far").orElse("not recorded");
      case DONE, FAILED -> time().map(Durations::of).orElse("not recorded");
    };
  }

  /** Returns whether the running phase reports how much there is to do. */
  public boolean isMeasured() {
    Progress known = progress;
    return known != null && known.total() > 0;
  }

  /** Returns the progress of the running phase in percent; 0 if it is unknown. */
  public int percent() {
    Progress known = progress;
    return known == null || known.total() <= 0
        ? 0
        : (int) Math.min(PERCENT, PERCENT * (double) known.done() / known.total());
  }

  /** Returns the state and, of a running phase, the progress in words. */
  public String text() {
    Progress known = progress;
    return known == null ? state.text() : state.text() + ": " + text(known);
  }

  private String text(Progress known) {
    boolean isBytes = known.unit().equals("bytes");
    String done = isBytes ? Sizes.of(known.done()) : Long.toString(known.done());
    String unit = isBytes ? "" : " " + known.unit();
    if (known.total() <= 0) {
      return done + unit + " so far";
    }
    String total = isBytes ? Sizes.of(known.total()) : Long.toString(known.total());
    return "%s of %s%s (%d %%)".formatted(done, total, unit, percent());
  }
}
