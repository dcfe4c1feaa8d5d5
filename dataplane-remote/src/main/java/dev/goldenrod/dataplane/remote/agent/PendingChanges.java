package dev.goldenrod.dataplane.remote.agent;

import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * The ids of changed resources that are not yet reported to a server, without duplicates.
 * Thread-safe.
 */
final class PendingChanges {
  private final Set<UUID> ids = ConcurrentHashMap.newKeySet();

  void add(UUID id) {
    ids.add(id);
  }

  boolean isEmpty() {
    return ids.isEmpty();
  }

  /** Sends all ids. If sending fails, the unsent ids are kept for the next connection. */
  void deliver(Consumer<UUID> send) {
    for (UUID id : ids) {
      // Removed before it is sent, since it may change again meanwhile.
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
