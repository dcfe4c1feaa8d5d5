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
 * Tells when a process ended: at once of one that this server started, and within a tenth of a
 * second of one that a former server started, or with more than a hundred processes within a second
 * for each thousand. Thread-safe.
 */
public final class ProcessWatch {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessWatch.class);
  private static final Duration INTERVAL = Duration.ofMillis(100);
  private static final int LOOKS = 100;

  private final Map<ProcessHandle, Runnable> watched = new ConcurrentHashMap<>();
  private Iterator<ProcessHandle> round = Collections.emptyIterator();

  /** A watch that looks at processes on that executor's time. */
  public ProcessWatch(ScheduledExecutorService scheduler) {
    scheduler.scheduleWithFixedDelay(
        this::look, INTERVAL.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /**
   * Calls back, from any thread, when the process has ended.
   *
   * @param callback called again if it throws
   */
  public void onExit(ProcessHandle process, Runnable callback) {
    watched.put(process, callback);
    // For a process that is no child, the JDK's onExit takes a thread and looks every five seconds.
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
      LOG.error("the end of process {} is told again", process.pid(), e);
    }
  }
}
