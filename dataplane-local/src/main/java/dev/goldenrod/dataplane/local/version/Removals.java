package dev.goldenrod.dataplane.local.version;

import dev.goldenrod.port.DataPlaneException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** Removals under way, each done once at a time in the background. Thread-safe. */
public final class Removals {
  private final Executor executor;
  private final Map<Object, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();

  public Removals(Executor executor) {
    this.executor = executor;
  }

  /**
   * Whether the thing is gone; else its removal is under way when this returns.
   *
   * @param gone whether nothing of it is left, unless a removal is under way
   * @param removal removes all of it, in the background
   * @param removed is called when that has ended
   * @throws DataPlaneException what the removal threw when it was under way before; the next call
   *     begins another one
   */
  public boolean isDone(Object key, boolean gone, Runnable removal, Runnable removed) {
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

  /** The removal starts once it is listed, since it takes itself off the list. */
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
