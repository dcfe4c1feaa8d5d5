package dev.goldenrod.console.golden;

import dev.goldenrod.console.html.Sizes;
import dev.goldenrod.imports.ImportJob;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.imports.Progress;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One phase of an import, as its page draws it.
 *
 * @param work what the phase does
 * @param progress null unless the running phase reports it
 */
public record ImportStep(String name, String work, State state, @Nullable Progress progress) {
  private static final int PERCENT = 100;

  /** Whether a phase is over, runs or is still to come. */
  public enum State {
    DONE("done"),
    RUNNING("running"),
    WAITING("waiting");

    private final String text;

    State(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /** Returns the phases of an import in order; none of a failed one, which keeps no phase. */
  static List<ImportStep> of(ImportJob job) {
    return job.phase() == ImportPhase.FAILED
        ? List.of()
        : Arrays.stream(ImportPhase.values())
            .filter(phase -> !phase.isTerminal())
            .map(phase -> of(job, phase))
            .toList();
  }

  private static ImportStep of(ImportJob job, ImportPhase phase) {
    State state = state(job.phase(), phase);
    Progress progress = state == State.RUNNING ? job.status().progress() : null;
    return new ImportStep(phase.wireName(), work(phase), state, progress);
  }

  private static State state(ImportPhase present, ImportPhase phase) {
    if (phase == present) {
      return State.RUNNING;
    }
    return phase.compareTo(present) < 0 ? State.DONE : State.WAITING;
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

  /** Returns whether the length of the bar is known. */
  public boolean isMeasured() {
    Progress known = progress;
    return state != State.RUNNING || known != null && known.total() > 0;
  }

  /** Returns the length of the bar in percent; 0 if it is unknown. */
  public int percent() {
    Progress known = progress;
    if (state == State.DONE) {
      return PERCENT;
    }
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
