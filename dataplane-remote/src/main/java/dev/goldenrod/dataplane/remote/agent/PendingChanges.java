package dev.goldenrod.dataplane.remote.agent;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Ids that a server is to be told of, each once however often it changed. Thread-safe. */
final class PendingChanges {
  private final Set<UUID> ids = ConcurrentHashMap.newKeySet();

  void add(UUID id) {
    ids.add(id);
  }

  boolean isEmpty() {
    return ids.isEmpty();
  }

  /** Sends each id. One whose sending throws is kept for the next connection, as are the rest. */
  void deliver(Consumer<UUID> send) {
    for (UUID id : ids) {
      // First, since it may change again while it is sent.
      ids.remove(id);
      try {
        send.accept(id);
      } catch (RuntimeException unsent) {
        ids.add(id);
        throw unsent;
      }
    }
  }
}
