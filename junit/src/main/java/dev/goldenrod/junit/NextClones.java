package dev.goldenrod.junit;

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
 * Clones of one golden, of which as many are leased ahead as are in use, from the second lease on.
 * Thread-safe.
 */
final class NextClones {
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final Function<Runnable, CloneLease> launch;
  private final DeferredWork background;
  private final Deque<Deferred<CloneLease>> next = new ArrayDeque<>();
  private int inUse;
  private int handedOut;

  /**
   * None as yet.
   *
   * @param launch makes a clone; what it is given is to be run when its lease is closed
   */
  NextClones(Function<Runnable, CloneLease> launch, DeferredWork background) {
    this.launch = launch;
    this.background = background;
  }

  /**
   * A clone that no other test has or gets.
   *
   * @throws GoldenrodException when there is none; the message says why
   */
  CloneLease take() {
    CloneLease clone = leasedAhead().orElseGet(() -> launch.apply(this::closed));
    handOut();
    return clone;
  }

  /** Removes those that no test took; one that is not there for long is removed when it is. */
  void release() {
    for (CompletableFuture<CloneLease> unused : allLeasedAhead()) {
      unused
          .thenAccept(this::drop)
          .completeOnTimeout(null, PATIENCE.toSeconds(), TimeUnit.SECONDS)
          .exceptionally(neverMade -> null)
          .join();
    }
  }

  /** Empty when there is none, and when it could not be made: then the caller learns why. */
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
