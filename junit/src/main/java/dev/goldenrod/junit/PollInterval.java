package dev.goldenrod.junit;

/** Sleep between polls of files, ports and servers, which send no notification. */
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
