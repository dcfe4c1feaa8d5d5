package dev.goldenrod.engine.imports;

import dev.goldenrod.imports.Progress;

/** Takes what a step reports while it runs, and tells whether it was cancelled. */
public interface StepReport {
  /** Notes what could not be carried over, as a sentence. */
  void warn(String sentence);

  /** Notes how much is done. */
  void progress(Progress progress);

  /** Whether the import was cancelled. */
  boolean isCancelled();
}
