package dev.goldenrod.dataplane.local;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opened resources, closed in reverse order even if closing one of them fails. */
final class CloseableStack {
  private static final Logger LOG = LoggerFactory.getLogger(CloseableStack.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T resource) {
    opened.push(resource);
    return resource;
  }

  void close() {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        LOG.warn("Cannot close a resource, closing the others", e);
      }
    }
  }
}
