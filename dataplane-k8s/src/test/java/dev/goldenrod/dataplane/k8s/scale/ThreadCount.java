package dev.goldenrod.dataplane.k8s.scale;

/** Counts the threads of this process that are not the simulated cluster's. */
final class ThreadCount {
  private final long before = all();
  private long most;

  /** Returns the number of threads beyond those at the beginning. */
  long now() {
    return all() - before;
  }

  void look() {
    most = Math.max(most, now());
  }

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
