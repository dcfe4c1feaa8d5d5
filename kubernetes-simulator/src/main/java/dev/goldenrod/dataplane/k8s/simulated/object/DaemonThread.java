package dev.goldenrod.dataplane.k8s.simulated.object;

/** Threads that do not keep the machine from ending. */
public final class DaemonThread {
  private DaemonThread() {}

  public static Thread start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
