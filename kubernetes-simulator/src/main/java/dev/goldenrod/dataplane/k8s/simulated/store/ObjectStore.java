package dev.goldenrod.dataplane.k8s.simulated.store;

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

/**
 * Keeps the cluster's objects, numbers every write, and remembers the latest ones.
 *
 * <p>What it takes and hands out must not be changed any more. All of it happens under its own
 * monitor, which callers may hold to make several steps one.
 */
public final class ObjectStore {
  private static final int REMEMBERED = 5_000;

  private final Map<ResourceType, NavigableMap<Key, JsonObject>> objects = new HashMap<>();
  private final Deque<Change> history = new ArrayDeque<>();
  private final List<Subscription> subscriptions = new CopyOnWriteArrayList<>();
  private long revision = 1;
  private long forgotten;

  /** What comes after a number, to one listener. */
  private record Subscription(long after, Consumer<Change> listener) {
    void tell(Change change) {
      if (change.revision() > after) {
        listener.accept(change);
      }
    }
  }

  /** The number of the latest write. */
  public synchronized long revision() {
    return revision;
  }

  public synchronized Optional<JsonObject> find(ResourceType type, Key key) {
    return Optional.ofNullable(ofType(type).get(key));
  }

  /** Those of the namespace, or all for an empty one, in their keys' order. */
  public synchronized List<JsonObject> list(ResourceType type, String namespace) {
    NavigableMap<Key, JsonObject> all = ofType(type);
    if (namespace.isEmpty()) {
      return List.copyOf(all.values());
    }
    return List.copyOf(
        all.subMap(new Key(namespace, ""), true, new Key(namespace + "\0", ""), false).values());
  }

  /** Writes the object under the next number, which is set in it. */
  public synchronized JsonObject put(ResourceType type, JsonObject object) {
    revision++;
    Tree.ensure(object, "metadata").addProperty("resourceVersion", "" + revision);
    JsonObject before = ofType(type).put(Key.of(object), object);
    Change.Kind kind = before == null ? Change.Kind.ADDED : Change.Kind.MODIFIED;
    tell(new Change(kind, type, before, object, revision));
    return object;
  }

  /** Removes the object; its last version gets the number of the removal. */
  public synchronized void remove(ResourceType type, JsonObject object) {
    revision++;
    JsonObject last = object.deepCopy();
    Tree.ensure(last, "metadata").addProperty("resourceVersion", "" + revision);
    ofType(type).remove(Key.of(object));
    tell(new Change(Change.Kind.DELETED, type, object, last, revision));
  }

  private void tell(Change change) {
    history.addLast(change);
    if (history.size() > REMEMBERED) {
      forgotten = history.removeFirst().revision();
    }
    subscriptions.forEach(one -> one.tell(change));
  }

  /**
   * The numbers begin again so far below, as in a cluster that was restored from a backup. Who has
   * subscribed hears nothing until they have come as far as before.
   */
  public synchronized void rewind(long by) {
    revision -= by;
    forgotten = 0;
    history.clear();
  }

  /** Forgets all that was: who resumes from before now begins anew. */
  public synchronized void compact() {
    forgotten = revision;
    history.clear();
  }

  /**
   * Subscribes to what comes after the number, in order, without a gap; runs under the monitor of
   * this store, so the listener must not wait. The result ends the subscription.
   */
  public synchronized Runnable subscribe(long after, Consumer<Change> listener) {
    if (after < forgotten) {
      throw ApiError.expired(after, forgotten);
    }
    Subscription subscription = new Subscription(after, listener);
    new ArrayList<>(history).forEach(subscription::tell);
    subscriptions.add(subscription);
    return () -> subscriptions.remove(subscription);
  }

  private NavigableMap<Key, JsonObject> ofType(ResourceType type) {
    return objects.computeIfAbsent(type, unknown -> new TreeMap<>());
  }
}
