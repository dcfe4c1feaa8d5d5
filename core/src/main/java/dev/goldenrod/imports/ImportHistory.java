package dev.goldenrod.imports;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The times of an import job's phases so far. Transitions by releases that did not record them are
 * missing.
 *
 * @param starts when phases began, in their order
 * @param failedPhase the phase that the job was in when it failed; null if it did not fail, or if
 *     that is unknown
 */
public record ImportHistory(List<Start> starts, @Nullable ImportPhase failedPhase) {
  /** The history of a job whose phases were not recorded. */
  public static final ImportHistory UNKNOWN = new ImportHistory(List.of(), null);

  /** When a phase began. */
  public record Start(ImportPhase phase, Instant at) {
    public Start {
      Objects.requireNonNull(phase);
      Objects.requireNonNull(at);
    }
  }

  public ImportHistory {
    starts = List.copyOf(starts);
  }

  /** Returns the history of a job that was accepted at the given time. */
  public static ImportHistory accepted(Instant at) {
    return UNKNOWN.began(ImportPhase.PENDING, at);
  }

  /** Returns when the phase began; empty if it did not begin, or if that is unknown. */
  public Optional<Instant> startOf(ImportPhase phase) {
    return starts.stream().filter(start -> start.phase() == phase).map(Start::at).findFirst();
  }

  ImportHistory began(ImportPhase phase, Instant at) {
    return new ImportHistory(
        Stream.concat(starts.stream(), Stream.of(new Start(phase, at))).toList(), failedPhase);
  }

  ImportHistory failedIn(ImportPhase phase) {
    return new ImportHistory(starts, phase);
  }
}
