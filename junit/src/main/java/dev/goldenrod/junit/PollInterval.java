package dev.goldenrod.junit;

/**
 * The pause between two looks at what sends no notice: files, a port, a server of another process.
 */
final class PollInterval {
  private PollInterval() {}

  static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GoldenrodException("interrupted while waiting for a clone", e);
    }
  }
}
