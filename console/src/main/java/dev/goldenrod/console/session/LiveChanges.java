package dev.goldenrod.console.session;

import dev.goldenrod.control.ControlPlane;
import io.javalin.http.Context;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Notifies open pages of changes, by server-sent events. A response ends with its first event, and
 * the browser sends the next request with that event's id; so a waiting page occupies neither a
 * thread nor a buffer, and a member whose session has ended hears nothing more. Changes by other
 * servers of the store are noticed by the event that follows after some seconds in any case.
 * Thread-safe.
 */
public final class LiveChanges implements AutoCloseable {
  private static final long LONGEST_WAIT_SECONDS = 10;
  private static final int PAUSE_MILLIS = 400;

  /** A page that was made before a change takes less time until its first request. */
  private static final long RECENT_NANOS = TimeUnit.SECONDS.toNanos(LONGEST_WAIT_SECONDS);

  /** A little more than from an event to the page's next request. */
  private static final long JUST_NOW_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String server = UUID.randomUUID().toString();
  private final AtomicLong changes = new AtomicLong();
  private final Set<CompletableFuture<Void>> waiting = ConcurrentHashMap.newKeySet();
  private final Runnable unregister;
  private volatile long lastChange = System.nanoTime() - RECENT_NANOS;
  private volatile boolean isClosed;

  public LiveChanges(ControlPlane control) {
    this.unregister = control.onChange(changed -> notifyWaiting());
  }

  public void addTo(PageTable pages) {
    pages.stream("/live", this::next);
  }

  private CompletableFuture<String> next(Context context) {
    CompletableFuture<Void> change = new CompletableFuture<>();
    waiting.add(change);
    if (isClosed || isBehind(context.header("Last-Event-ID"))) {
      change.complete(null);
    }
    return change
        .completeOnTimeout(null, LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)
        .whenComplete((done, failure) -> waiting.remove(change))
        .thenApply(done -> event());
  }

  /**
   * Returns whether a page may not show the latest change. A page that comes from another server of
   * the store was fetched again since that server's event.
   *
   * @param last the id of the page's last event; null in its first request
   */
  private boolean isBehind(@Nullable String last) {
    if (last != null && last.startsWith(server)) {
      return !last.equals(id());
    }
    return System.nanoTime() - lastChange < (last == null ? RECENT_NANOS : JUST_NOW_NANOS);
  }

  private String event() {
    return "retry: %d\nid: %s\ndata: changed\n\n".formatted(PAUSE_MILLIS, id());
  }

  private String id() {
    return server + "-" + changes.get();
  }

  private void notifyWaiting() {
    changes.incrementAndGet();
    lastChange = System.nanoTime();
    // Not on the caller's thread, which must not write responses.
    waiting.forEach(one -> one.completeAsync(() -> null));
  }

  @Override
  public void close() {
    isClosed = true;
    unregister.run();
    waiting.forEach(one -> one.complete(null));
  }
}
