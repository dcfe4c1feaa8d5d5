package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.util.Objects;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs why a kind of objects cannot be watched, once per reason and once when it is over. Missing
 * responses are left to {@link Reachability}, which logs them for all kinds together. Thread-safe.
 */
final class WatchProblemLog {
  private static final Logger LOG = LoggerFactory.getLogger(WatchProblemLog.class);

  private final String kind;
  private final Reachability server;
  private String told = "";
  private boolean stopped;

  WatchProblemLog(String kind, Reachability server) {
    this.kind = kind;
    this.server = server;
  }

  synchronized void occurred(Throwable problem) {
    if (stopped) {
      return;
    }
    if (isUnanswered(problem)) {
      LOG.debug("Watch of {} was interrupted, restarting it", kind, problem);
      server.suspect();
    } else if (!told.equals(text(problem))) {
      told = text(problem);
      LOG.warn("Cannot watch {}, will retry: {}", kind, told);
    }
  }

  private static String text(Throwable problem) {
    return problem instanceof DataPlaneException
        ? Objects.requireNonNull(problem.getMessage())
        : problem.toString();
  }

  private static boolean isUnanswered(Throwable problem) {
    return Stream.iterate(problem, Objects::nonNull, Throwable::getCause)
        .anyMatch(IOException.class::isInstance);
  }

  synchronized void over() {
    if (!told.isEmpty()) {
      LOG.info("Watching {} again", kind);
      told = "";
    }
  }

  /** Ignores further problems, which are due to the shutdown. */
  synchronized void stop() {
    stopped = true;
  }
}
