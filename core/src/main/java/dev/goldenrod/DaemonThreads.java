package dev.goldenrod;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** A factory of daemon threads named {@code goldenrod-<what>-1} and so on. Thread-safe. */
public final class DaemonThreads implements ThreadFactory {
  private final String what;
  private final AtomicInteger count = new AtomicInteger();

  /**
   * Creates a factory.
   *
   * @param what the purpose of the threads, which becomes part of their names
   */
  public DaemonThreads(String what) {
    this.what = what;
  }

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(task, "goldenrod-" + what + "-" + count.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }
}
