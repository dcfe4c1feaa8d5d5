package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.server.DatabaseRoot;
import dev.goldenrod.port.DataPlaneException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Resizes databases in the background, each database one step after the other. Thread-safe. */
final class ResizeQueue {
  private static final Logger LOG = LoggerFactory.getLogger(ResizeQueue.class);

  private final DatabaseResources resources;
  private final Executor executor;

  /** The last requested resources of databases with a resize in progress. */
  private final Map<UUID, Resources> requested = new ConcurrentHashMap<>();

  ResizeQueue(DatabaseResources resources, Executor executor) {
    this.resources = resources;
    this.executor = executor;
  }

  Optional<Resources> requestedResources(DatabaseRoot root) {
    return Optional.of(root)
        .filter(ResizeQueue::hasData)
        .flatMap(resources::of)
        .map(SavedResources::given);
  }

  /** Starts to resize a database, after a resize in progress. */
  void begin(UUID id, Supplier<Optional<DatabaseRoot>> find, Resources wanted) {
    if (requested.put(id, wanted) == null) {
      executor.execute(() -> resizeToLatest(id, find));
    }
  }

  private void resizeToLatest(UUID id, Supplier<Optional<DatabaseRoot>> find) {
    try {
      Resources wanted;
      do {
        wanted = Objects.requireNonNull(requested.get(id));
        resizeOnce(id, find, wanted);
      } while (!requested.remove(id, wanted));
    } catch (RuntimeException | Error broken) {
      requested.remove(id);
      throw broken;
    }
  }

  private void resizeOnce(UUID id, Supplier<Optional<DatabaseRoot>> find, Resources wanted) {
    try {
      find.get().filter(ResizeQueue::hasData).ifPresent(root -> resources.resize(root, wanted));
    } catch (DataPlaneException e) {
      LOG.info("Cannot resize database {} yet, will retry: {}", id, e.getMessage());
    }
  }

  private static boolean hasData(DatabaseRoot root) {
    return root.generation() >= 0 && !root.isBeingDeleted();
  }
}
