package dev.goldenrod.dataplane.local.process;

import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports exits of processes: immediately for children of this server, within 0.1 s for others, or
 * 1 s per thousand if they are more than a hundred. Thread-safe.
 */
public final class ProcessWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessWatch.class);
  private static final Duration INTERVAL = Duration.ofMillis(100);
  private static final int LOOKS = 100;

  private final Map<ProcessHandle, Runnable> watched = new ConcurrentHashMap<>();
  private Iterator<ProcessHandle> round = Collections.emptyIterator();

  public ProcessWatch(ScheduledExecutorService scheduler) {
    scheduler.scheduleWithFixedDelay(
        this::look, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Registers a callback for the exit of the process.
   *
   * @param callback called from any thread; again if it throws
   */
  public void onExit(ProcessHandle process, Runnable callback) {
    watched.put(process, callback);
    // For other processes, the JDK's onExit needs a thread and polls only every five seconds.
    if (process.parent().filter(ProcessHandle.current()::equals).isPresent()) {
      process.onExit().thenRun(() -> tell(process));
    }
  }

  private void look() {
    if (!round.hasNext()) {
      round = watched.keySet().iterator();
    }
    for (int i = 0; i < LOOKS && round.hasNext(); i++) {
      ProcessHandle process = round.next();
      if (!Processes.isRunning(process)) {
        tell(process);
      }
    }
  }

  private void tell(ProcessHandle process) {
    Runnable callback = watched.get(process);
    if (callback == null) {
      return;
    }
    try {
      callback.run();
      watched.remove(process, callback);
    } catch (Throwable e) {
      LOG.error("The exit callback of process {} failed, will retry", process.pid(), e);
    }
  }
}
