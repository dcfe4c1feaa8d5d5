package dev.goldenrod.junit;

/** Intervals of polling. */
final class Pauses {
  private Pauses() {}

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GoldenrodException("interrupted while waiting for a clone", e);
    }
  }
}
