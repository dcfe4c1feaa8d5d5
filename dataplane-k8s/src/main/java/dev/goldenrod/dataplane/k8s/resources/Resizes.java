package dev.goldenrod.dataplane.k8s.resources;

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

/** Gives databases other resources in the background, each one after the other. Thread-safe. */
public final class Resizes {
  private static final Logger LOG = LoggerFactory.getLogger(Resizes.class);

  private final DatabaseResources resources;
  private final Executor executor;

  /** What is wanted last of those that are being given something. */
  private final Map<UUID, Resources> wishes = new ConcurrentHashMap<>();

  public Resizes(DatabaseResources resources, Executor executor) {
    this.resources = resources;
    this.executor = executor;
  }

  /** What the database was given last; empty while it has no data. */
  public Optional<Resources> given(DatabaseRoot root) {
    return Optional.of(root)
        .filter(Resizes::hasData)
        .flatMap(resources::of)
        .map(SavedResources::given);
  }

  /**
   * Gives a database those resources, after what it is just being given.
   *
   * @param find reads it live
   */
  public void begin(UUID id, Supplier<Optional<DatabaseRoot>> find, Resources wanted) {
    if (wishes.put(id, wanted) == null) {
      executor.execute(() -> fulfil(id, find));
    }
  }

  private void fulfil(UUID id, Supplier<Optional<DatabaseRoot>> find) {
    try {
      Resources wanted;
      do {
        wanted = Objects.requireNonNull(wishes.get(id));
        give(id, find, wanted);
      } while (!wishes.remove(id, wanted));
    } catch (RuntimeException | Error broken) {
      wishes.remove(id);
      throw broken;
    }
  }

  private void give(UUID id, Supplier<Optional<DatabaseRoot>> find, Resources wanted) {
    try {
      find.get().filter(Resizes::hasData).ifPresent(root -> resources.resize(root, wanted));
    } catch (DataPlaneException e) {
      LOG.info("database {} is not given other resources yet: {}", id, e.getMessage());
    }
  }

  private static boolean hasData(DatabaseRoot root) {
    return root.generation() >= 0 && !root.isGoing();
  }
}
