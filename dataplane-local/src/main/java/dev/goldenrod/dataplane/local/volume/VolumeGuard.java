package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Locks volume names during a store's operations, and adds the operation, the store and its free
 * space to their errors.
 */
final class VolumeGuard {
  private static final Logger LOG = LoggerFactory.getLogger(VolumeGuard.class);

  /** The least free space: an engine needs a few WAL segments of 16 MiB. */
  private static final long ROOM = 64L << 20;

  private static final int LOCKS = 256;

  private final VolumeStore store;

  /** Several names may share a lock. */
  private final List<Object> locks = Stream.generate(Object::new).limit(LOCKS).toList();

  VolumeGuard(VolumeStore store) {
    this.store = store;
  }

  interface Action<T> {
    T run() throws IOException;
  }

  /** Runs the action while no other operation locks the name, which must be valid. */
  <T> T locked(String name, String what, Action<T> action) {
    synchronized (lock(name)) {
      return guarded(what, action);
    }
  }

  <T> T guarded(String what, Action<T> action) {
    try {
      return action.run();
    } catch (IOException | UncheckedIOException | DataPlaneException e) {
      throw new DataPlaneException(
          "cannot %s: %s (volume store: %s; %d bytes free%s)"
              .formatted(
                  what,
                  e instanceof DataPlaneException ? e.getMessage() : e.toString(),
                  store.description(),
                  store.freeBytes(),
                  isFull(e)
                      ? "; free up space by deleting clones, databases and goldens that are not needed"
                      : ""),
          e);
    }
  }

  /** Logs a failure instead of throwing it: cleanup is tried again at the next start. */
  void tryTo(String what, Action<?> action) {
    try {
      guarded(what, action);
    } catch (DataPlaneException e) {
      LOG.warn("{}", e.getMessage());
    }
  }

  void requireRoom() {
    if (store.freeBytes() < ROOM) {
      throw new DataPlaneException("databases need at least %d free bytes".formatted(ROOM));
    }
  }

  private boolean isFull(Exception e) {
    return store.freeBytes() < ROOM || String.valueOf(e.getMessage()).contains("No space left");
  }

  Object lock(String name) {
    return locks.get(index(name));
  }

  /** Returns the lock to take first if both are needed; a fixed order prevents deadlocks. */
  Object firstLock(String one, String other) {
    return locks.get(Math.min(index(one), index(other)));
  }

  Object secondLock(String one, String other) {
    return locks.get(Math.max(index(one), index(other)));
  }

  private static int index(String name) {
    return Math.floorMod(VolumeFolder.requireName(name).hashCode(), LOCKS);
  }
}
