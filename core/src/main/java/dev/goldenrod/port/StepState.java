package dev.goldenrod.port;

/** What a data plane sees of one step of an import. */
public enum StepState {
  /** The step is not under way and not known to be done: it needs to be ensured. */
  ABSENT,
  RUNNING,
  DONE,
  /** It failed for the reason in the message. */
  FAILED
}
