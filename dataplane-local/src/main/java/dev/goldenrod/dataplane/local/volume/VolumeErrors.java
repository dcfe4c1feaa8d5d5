package dev.goldenrod.dataplane.local.volume;

import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Adds the operation, the store and its free space to the errors of a store. */
final class VolumeErrors {
  /** The least free space: an engine needs a few WAL segments of 16 MiB. */
  private static final long ROOM = 64L << 20;

  private final VolumeStore store;

  VolumeErrors(VolumeStore store) {
    this.store = store;
  }

  interface Action<T> {
    T run() throws IOException;
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

  void requireRoom() {
    if (store.freeBytes() < ROOM) {
      throw new DataPlaneException("databases need at least %d free bytes".formatted(ROOM));
    }
  }

  private boolean isFull(Exception e) {
    return store.freeBytes() < ROOM || String.valueOf(e.getMessage()).contains("No space left");
  }
}
