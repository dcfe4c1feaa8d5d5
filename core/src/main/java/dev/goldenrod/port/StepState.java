package dev.goldenrod.port;

/** The states of an import's step in a data plane. */
public enum StepState {
  /** The step is neither in progress nor known to be done: {@code ensure} has to be called. */
  ABSENT,
  RUNNING,
  DONE,
  FAILED
}
