package dev.goldenrod.golden;

/** The lifecycle state of a golden. */
public enum GoldenState {
  ACTIVE,
  /**
   * The golden cannot be restored any more. It is hidden while its clones and volumes are removed.
   */
  DELETING
}
