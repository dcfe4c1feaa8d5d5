package dev.goldenrod.dataplane.local.imports;

import dev.goldenrod.imports.Progress;

/** What a step tells while it works, and how it learns that it is not wanted any more. */
interface StepReport {
  /** Notes what could not be carried over, as a sentence. */
  void warn(String sentence);

  /** Notes how much is done. */
  void progress(Progress progress);

  /** Whether the import is still wanted. */
  boolean isWanted();
}
