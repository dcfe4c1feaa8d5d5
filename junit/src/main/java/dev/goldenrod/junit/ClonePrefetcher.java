package dev.goldenrod.junit;

import dev.goldenrod.junit.DeferredWork.Deferred;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Clones of one golden. From the second lease on, as many clones are leased in advance as are in
 * use. Thread-safe.
 */
final class ClonePrefetcher {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Function<Runnable, CloneLease> launch;
  private final DeferredWork background;
  private final Deque<Deferred<CloneLease>> next = new ArrayDeque<>();
  private int inUse;
  private int handedOut;

  /** Creates an empty instance; each lease must run the argument of {@code launch} on close. */
  ClonePrefetcher(Function<Runnable, CloneLease> launch, DeferredWork background) {
    this.launch = launch;
    this.background = background;
  }

  /** Returns a clone for exclusive use; throws if the launch fails. */
  CloneLease take() {
    CloneLease clone = leasedAhead().orElseGet(() -> launch.apply(this::closed));
    handOut();
    return clone;
  }

  /** Removes unused clones. Clones that become ready after the timeout are removed then. */
  void release() {
    for (CompletableFuture<CloneLease> unused : allLeasedAhead()) {
      unused
          .thenAccept(this::drop)
          .completeOnTimeout(null, PATIENCE.toSeconds(), TimeUnit.SECONDS)
          .exceptionally(neverMade -> null)
          .join();
    }
  }

  /** Returns empty if a launch in advance failed, so that the caller's own has the error. */
  private Optional<CloneLease> leasedAhead() {
    CompletableFuture<CloneLease> first = poll();
    if (first == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(first.get());
    } catch (ExecutionException neverMade) {
      return Optional.empty();
    } catch (InterruptedException e) {
      first.thenAccept(this::drop);
      Thread.currentThread().interrupt();
      throw new GoldenrodException("interrupted while waiting for a clone", e);
    }
  }

  private synchronized @Nullable CompletableFuture<CloneLease> poll() {
    Deferred<CloneLease> first = next.poll();
    return first == null ? null : first.begin();
  }

  private synchronized List<CompletableFuture<CloneLease>> allLeasedAhead() {
    List<CompletableFuture<CloneLease>> all =
        next.stream().map(Deferred::cancel).flatMap(Optional::stream).toList();
    next.clear();
    handedOut = 0;
    return all;
  }

  private synchronized void handOut() {
    handedOut++;
    inUse++;
    if (handedOut > 1 && next.size() < inUse) {
      next.add(background.make(this::leaseAhead));
    }
  }

  private CloneLease leaseAhead() {
    CloneLease clone = launch.apply(this::closed);
    clone.openConnection();
    return clone;
  }

  private void drop(CloneLease unused) {
    synchronized (this) {
      inUse++;
    }
    unused.close();
  }

  private synchronized void closed() {
    inUse--;
  }
}
