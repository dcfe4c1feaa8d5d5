package dev.goldenrod.dataplane.local.version;

import dev.goldenrod.port.DataPlaneException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** Runs removals in the background, one at a time per key. Thread-safe. */
public final class BackgroundRemovals {
  private final Executor executor;
  private final Map<Object, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();

  public BackgroundRemovals(Executor executor) {
    this.executor = executor;
  }

  /**
   * Starts the removal unless the object is absent; returns whether the object is removed.
   *
   * @param gone whether the object is absent, unless a removal is in progress
   * @param removal removes the object, in the background
   * @param removed called when the removal has ended
   * @throws DataPlaneException if an earlier removal failed, with its message; the next call starts
   *     another one
   */
  public boolean ensureRemoved(Object key, boolean gone, Runnable removal, Runnable removed) {
    CompletableFuture<Void> running = underWay.get(key);
    if (running == null) {
      if (!gone) {
        begin(key, removal, removed);
      }
      return gone;
    }
    if (!running.isDone()) {
      return false;
    }
    underWay.remove(key, running);
    requireSuccess(running);
    return true;
  }

  /** Adds the removal to the map before it starts, since it removes itself from there. */
  private void begin(Object key, Runnable removal, Runnable removed) {
    CompletableFuture<Void> listed = new CompletableFuture<>();
    CompletableFuture<Void> running = listed.thenRunAsync(removal, executor);
    if (underWay.putIfAbsent(key, running) == null) {
      running.whenComplete(
          (nothing, failure) -> {
            if (failure == null) {
              underWay.remove(key, running);
            }
            removed.run();
          });
      listed.complete(null);
    }
  }

  private static void requireSuccess(CompletableFuture<Void> ended) {
    try {
      ended.join();
    } catch (CompletionException e) {
      throw new DataPlaneException(String.valueOf(e.getCause().getMessage()), e.getCause());
    }
  }
}
