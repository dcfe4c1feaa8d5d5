package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.util.Objects;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What keeps a kind of objects from being watched: told of once, and once when it is over. An API
 * server that does not answer is told of elsewhere, for all kinds together. Thread-safe.
 */
final class WatchProblems {
  private static final Logger LOG = LoggerFactory.getLogger(WatchProblems.class);

  private final String kind;
  private final Reachability server;
  private String told = "";
  private boolean stopped;

  /**
   * None yet.
   *
   * @param kind for people
   * @param server is told when it did not answer
   */
  WatchProblems(String kind, Reachability server) {
    this.kind = kind;
    this.server = server;
  }

  synchronized void occurred(Throwable problem) {
    if (stopped) {
      return;
    }
    if (isUnanswered(problem)) {
      LOG.debug("watching {} was interrupted, and begins anew", kind, problem);
      server.suspect();
    } else if (!told.equals(text(problem))) {
      told = text(problem);
      LOG.warn("{} cannot be watched, which is tried again and again: {}", kind, told);
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

  /** A watch has begun. */
  synchronized void over() {
    if (!told.isEmpty()) {
      LOG.info("{} can be watched again", kind);
      told = "";
    }
  }

  /** What goes wrong from now on comes of the end. */
  synchronized void stop() {
    stopped = true;
  }
}
