package dev.goldenrod.engine.imports;

import dev.goldenrod.imports.Progress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Collects the warnings of a probe that belongs to no import. Thread-safe. */
public final class ProbeWarnings implements StepReport {
  private final List<String> sentences = new CopyOnWriteArrayList<>();

  @Override
  public void warn(String sentence) {
    sentences.add(sentence);
  }

  @Override
  public void progress(Progress progress) {}

  @Override
  public boolean isCancelled() {
    return false;
  }

  /** Returns the warnings so far, in their order. */
  public List<String> sentences() {
    return List.copyOf(sentences);
  }
}
