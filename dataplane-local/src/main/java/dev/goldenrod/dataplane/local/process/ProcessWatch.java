package dev.goldenrod.dataplane.local.process;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Tells at once when a process ended, also of one that a former server started. Thread-safe. */
public final class ProcessWatch {
  private static final Duration INTERVAL = Duration.ofMillis(100);

  private final Map<ProcessHandle, Runnable> adopted = new ConcurrentHashMap<>();

  /** A watch that looks at adopted processes on that executor's time. */
  public ProcessWatch(ScheduledExecutorService scheduler) {
    scheduler.scheduleWithFixedDelay(
        this::look, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Calls back once, from any thread, when the process has ended. */
  public void onExit(ProcessHandle process, Runnable callback) {
    boolean child = process.parent().filter(ProcessHandle.current()::equals).isPresent();
    if (child) {
      process.onExit().thenRun(callback);
    } else {
      // For a process that is no child, the JDK's onExit looks every five seconds only.
      adopted.put(process, callback);
    }
  }

  private void look() {
    for (ProcessHandle process : adopted.keySet()) {
      if (!Processes.isRunning(process)) {
        Runnable callback = adopted.remove(process);
        callback.run();
      }
    }
  }
}
