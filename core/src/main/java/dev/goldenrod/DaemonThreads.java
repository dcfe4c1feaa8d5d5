package dev.goldenrod;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that keep no process alive: {@code goldenrod-<what>-1} and so on. Thread-safe. */
public final class DaemonThreads implements ThreadFactory {
  private final String what;
  private final AtomicInteger count = new AtomicInteger();

  /** Threads that are named after what they do. */
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
