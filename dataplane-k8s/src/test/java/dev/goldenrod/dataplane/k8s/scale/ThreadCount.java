package dev.goldenrod.dataplane.k8s.scale;

/** How many threads of this process are not the simulated cluster's. */
final class ThreadCount {
  private final long before = all();
  private long most;

  /** How many there are beyond those that were there before. */
  long now() {
    return all() - before;
  }

  /** Notes how many there are. */
  void look() {
    most = Math.max(most, now());
  }

  /** The highest number that was noted. */
  long most() {
    return most;
  }

  private static long all() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> !name.startsWith("simulated-") && !name.startsWith("paper-"))
        .count();
  }
}
