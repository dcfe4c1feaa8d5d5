package dev.goldenrod.dataplane.k8s.database;

import dev.goldenrod.database.Resources;
import dev.goldenrod.port.DataPlaneException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Gives databases other resources in the background, each one after the other. Thread-safe. */
final class Resizes {
  private static final Logger LOG = LoggerFactory.getLogger(Resizes.class);

  private final DatabaseResources resources;
  private final Executor executor;
  private final Set<UUID> underWay = ConcurrentHashMap.newKeySet();

  Resizes(DatabaseResources resources, Executor executor) {
    this.resources = resources;
    this.executor = executor;
  }

  /** What the database was given last; empty while it has no data. */
  Optional<Resources> given(DatabaseRoot root) {
    return Optional.of(root)
        .filter(Resizes::hasData)
        .flatMap(resources::of)
        .map(SavedResources::given);
  }

  /**
   * Gives a database those resources, unless it is just being given some.
   *
   * @param find reads it live
   */
  void begin(UUID id, Supplier<Optional<DatabaseRoot>> find, Resources wanted) {
    if (underWay.add(id)) {
      executor.execute(() -> resize(id, find, wanted));
    }
  }

  private void resize(UUID id, Supplier<Optional<DatabaseRoot>> find, Resources wanted) {
    try {
      find.get().filter(Resizes::hasData).ifPresent(root -> resources.resize(root, wanted));
    } catch (DataPlaneException e) {
      LOG.info("database {} is not given other resources yet: {}", id, e.getMessage());
    } finally {
      underWay.remove(id);
    }
  }

  private static boolean hasData(DatabaseRoot root) {
    return root.generation() >= 0 && !root.isGoing();
  }
}
