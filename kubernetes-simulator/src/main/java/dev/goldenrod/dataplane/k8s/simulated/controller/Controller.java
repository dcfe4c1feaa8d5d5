package dev.goldenrod.dataplane.k8s.simulated.controller;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.Key;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore.Change;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.DaemonThread;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A controller, which reconciles changed objects one at a time in a thread of its own. */
public abstract class Controller implements AutoCloseable {
  private static final long RETRY_MILLIS = 200;

  private record Item(Key key, long dueAt, boolean again) implements Delayed {
    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(dueAt - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(dueAt, ((Item) other).dueAt);
    }
  }

  private final ObjectApi api;
  private final ResourceType type;
  private final DelayQueue<Item> queue = new DelayQueue<>();

  /** The queued objects. Each is queued at most once for a change and at most once for a retry. */
  private final Set<Key> queued = ConcurrentHashMap.newKeySet();

  private final Set<Key> queuedForRetry = ConcurrentHashMap.newKeySet();
  private Runnable unsubscribe = () -> {};
  private Optional<Thread> thread = Optional.empty();

  protected Controller(ObjectApi api, ResourceType type) {
    this.api = api;
    this.type = type;
  }

  public final void start() {
    synchronized (api.store()) {
      api.store().list(type, "").forEach(one -> enqueue(Key.of(one)));
      unsubscribe = api.store().subscribe(api.store().revision(), this::changed);
    }
    thread = Optional.of(DaemonThread.start("simulated-" + type.plural(), this::work));
  }

  private void changed(Change change) {
    if (change.type() == type) {
      enqueue(Key.of(change.object()));
    } else {
      otherChanged(change);
    }
  }

  /** Enqueues the objects that a change of another resource type affects. Must not block. */
  protected void otherChanged(Change change) {}

  protected final void enqueue(Key key) {
    if (queued.add(key)) {
      queue.add(new Item(key, System.nanoTime(), false));
    }
  }

  protected final void retry(Key key) {
    if (queuedForRetry.add(key)) {
      long dueAt = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RETRY_MILLIS);
      queue.add(new Item(key, dueAt, true));
    }
  }

  private void work() {
    try {
      while (true) {
        Item item = queue.take();
        (item.again() ? queuedForRetry : queued).remove(item.key());
        reconcileOrRetry(item.key());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void reconcileOrRetry(Key key) throws InterruptedException {
    try {
      reconcile(key);
    } catch (ApiError e) {
      retry(key);
    }
  }

  /** Brings the object to its desired state. An {@link ApiError} causes a retry. */
  protected abstract void reconcile(Key key) throws InterruptedException;

  protected final ObjectApi api() {
    return api;
  }

  protected final Optional<JsonObject> find(Key key) {
    return api.find(type, key.namespace(), key.name());
  }

  /** Applies the change to the current object, or throws an {@link ApiError} if it is gone. */
  protected final void write(ResourceType kind, JsonObject object, Consumer<JsonObject> change) {
    Key key = Key.of(object);
    api.update(
        kind,
        key.namespace(),
        key.name(),
        WriteScope.ALL,
        is -> {
          change.accept(is);
          return is;
        });
  }

  @Override
  public void close() {
    unsubscribe.run();
    thread.ifPresent(Thread::interrupt);
    thread.ifPresent(Controller::join);
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
