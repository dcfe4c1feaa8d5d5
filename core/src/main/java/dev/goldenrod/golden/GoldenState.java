package dev.goldenrod.golden;

/** Whether a golden is in use or on its way out. */
public enum GoldenState {
  ACTIVE,
  /**
   * Its deletion was accepted, and the time to restore it is over; it is hidden while its clones
   * and volumes are torn down.
   */
  DELETING
}
