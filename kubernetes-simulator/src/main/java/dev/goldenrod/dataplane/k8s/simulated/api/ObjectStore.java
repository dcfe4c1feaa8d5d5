package dev.goldenrod.dataplane.k8s.simulated.api;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The cluster's objects, and the latest changes, which watches resume from.
 *
 * <p>Objects that are passed in or returned must not be changed afterwards. All methods synchronize
 * on this store, and callers may hold its monitor to make several steps atomic.
 */
public final class ObjectStore {
  /** A change of one object; {@code before} is null if it was created. */
  public record Change(
      Kind kind, ResourceType type, @Nullable JsonObject before, JsonObject object, long revision) {
    public enum Kind {
      ADDED,
      MODIFIED,
      DELETED
    }
  }

  private static final int MOST_HISTORY = 5_000;

  private final Map<ResourceType, NavigableMap<Key, JsonObject>> objects = new HashMap<>();
  private final Deque<Change> history = new ArrayDeque<>();
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
  private long revision = 1;
  private long compactedRevision;

  private record Subscription(long after, Consumer<Change> listener) {
    void deliver(Change change) {
      if (change.revision() > after) {
        listener.accept(change);
      }
    }
  }

  public synchronized long revision() {
    return revision;
  }

  public synchronized Optional<JsonObject> find(ResourceType type, Key key) {
    return Optional.ofNullable(ofType(type).get(key));
  }

  /** Returns the objects in the order of their keys; all if the namespace is empty. */
  public synchronized List<JsonObject> list(ResourceType type, String namespace) {
    NavigableMap<Key, JsonObject> all = ofType(type);
    if (namespace.isEmpty()) {
      return List.copyOf(all.values());
    }
    return List.copyOf(
        all.subMap(new Key(namespace, ""), true, new Key(namespace + "\0", ""), false).values());
  }

  /** Writes the object under the next revision, and sets its {@code resourceVersion}. */
  public synchronized JsonObject put(ResourceType type, JsonObject object) {
    revision++;
    Tree.ensure(object, "metadata").addProperty("resourceVersion", "" + revision);
    JsonObject before = ofType(type).put(Key.of(object), object);
    Change.Kind kind = before == null ? Change.Kind.ADDED : Change.Kind.MODIFIED;
    publish(new Change(kind, type, before, object, revision));
    return object;
  }

  /** Removes the object under the next revision, which becomes its last {@code resourceVersion}. */
  public synchronized void remove(ResourceType type, JsonObject object) {
    revision++;
    JsonObject last = object.deepCopy();
    Tree.ensure(last, "metadata").addProperty("resourceVersion", "" + revision);
    ofType(type).remove(Key.of(object));
    publish(new Change(Change.Kind.DELETED, type, object, last, revision));
  }

  private void publish(Change change) {
    history.addLast(change);
    if (history.size() > MOST_HISTORY) {
      compactedRevision = history.removeFirst().revision();
    }
    subscriptions.forEach(one -> one.deliver(change));
  }

  /**
   * Decreases the revision and clears the history, as in a cluster that was restored from a backup.
   * Subscribers receive nothing until the revision has passed its former value.
   */
  public synchronized void rewind(long by) {
    revision -= by;
    compactedRevision = 0;
    history.clear();
  }

  /** Clears the history, so that a watch cannot resume from an earlier revision. */
  public synchronized void compact() {
    compactedRevision = revision;
    history.clear();
  }

  /**
   * Subscribes to all changes after the revision, in order and without gaps. The listener is called
   * under this store's monitor, so it must not block.
   *
   * @return ends the subscription when run
   * @throws ApiError if the history no longer reaches back to the revision
   */
  public synchronized Runnable subscribe(long after, Consumer<Change> listener) {
    if (after < compactedRevision) {
      throw ApiError.expired(after, compactedRevision);
    }
    Subscription subscription = new Subscription(after, listener);
    new ArrayList<>(history).forEach(subscription::deliver);
    subscriptions.add(subscription);
    return () -> subscriptions.remove(subscription);
  }

  private NavigableMap<Key, JsonObject> ofType(ResourceType type) {
    return objects.computeIfAbsent(type, unknown -> new TreeMap<>());
  }
}
