package dev.goldenrod.engine.postgres.imports;

import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.imports.Progress;

/** A report that ignores everything. */
public final class NoReport implements StepReport {
  @Override
  public void warn(String sentence) {}

  @Override
  public void progress(Progress progress) {}

  @Override
  public boolean isCancelled() {
    return false;
  }
}
