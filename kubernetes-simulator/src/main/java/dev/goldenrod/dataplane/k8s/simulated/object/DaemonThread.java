package dev.goldenrod.dataplane.k8s.simulated.object;

/** Starts daemon threads, which do not keep the JVM running. */
public final class DaemonThread {
  private DaemonThread() {}

  public static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
