package dev.goldenrod.engine.imports;

import dev.goldenrod.imports.Progress;

/** Receives the reports of a running step, and tells the step whether it was cancelled. */
public interface StepReport {
  /** Reports, as a sentence, something that could not be imported. */
  void warn(String sentence);

  void progress(Progress progress);

  boolean isCancelled();
}
