package dev.goldenrod.dataplane.k8s.simulated.http;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectStore.Change;
import dev.goldenrod.dataplane.k8s.simulated.object.ApiError;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.traffic.Faults;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** One client's watch: the changes of the selected objects, one line of JSON each. */
final class WatchStream {
  private static final long BOOKMARK_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final BlockingQueue<JsonObject> events = new LinkedBlockingQueue<>();
  private final ResourceType type;
  private final String namespace;
  private final Selector selector;
  private volatile boolean dropped;

  WatchStream(ApiRequest request) {
    type = request.type();
    namespace = request.call().namespace();
    selector = request.selector();
  }

  /** Writes events until the timeout, the end of the connection, or {@link #drop}. */
  void run(ObjectApi api, ApiRequest request, OutputStream out)
      throws IOException, InterruptedException {
    Runnable end = subscribe(api, request.parameter("resourceVersion"));
    String timeout = request.parameter("timeoutSeconds");
    long deadline =
        System.nanoTime()
            + TimeUnit.SECONDS.toNanos(timeout.isEmpty() ? 1800 : Long.parseLong(timeout));
    try {
      out.flush();
      write(api.store(), request.isSet("allowWatchBookmarks"), deadline, out);
    } finally {
      end.run();
    }
  }

  private void write(ObjectStore store, boolean bookmarks, long deadline, OutputStream out)
      throws IOException, InterruptedException {
    while (System.nanoTime() < deadline) {
      long wait = Math.min(BOOKMARK_NANOS, deadline - System.nanoTime());
      JsonObject event = events.poll(wait, TimeUnit.NANOSECONDS);
      if (dropped) {
        throw new Faults.ConnectionDropped();
      }
      if (event == null && bookmarks) {
        event = bookmark(store);
      }
      if (event != null) {
        out.write((event + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
      if (event != null && Tree.text(event, "type").equals("ERROR")) {
        return;
      }
    }
  }

  /** Returns null while unsent events are older than the latest revision. */
  private JsonObject bookmark(ObjectStore store) {
    synchronized (store) {
      return events.isEmpty() ? event("BOOKMARK", bookmarkObject(store.revision())) : null;
    }
  }

  private JsonObject bookmarkObject(long revision) {
    return Tree.of(
        "kind", type.kind(),
        "apiVersion", type.apiVersion(),
        "metadata", Tree.of("resourceVersion", "" + revision));
  }

  private Runnable subscribe(ObjectApi api, String resourceVersion) {
    synchronized (api.store()) {
      try {
        if (!resourceVersion.isEmpty() && !resourceVersion.equals("0")) {
          return api.store().subscribe(Long.parseLong(resourceVersion), this::take);
        }
        api.list(type, namespace, selector).forEach(one -> events.add(event("ADDED", one)));
        return api.store().subscribe(api.store().revision(), this::take);
      } catch (ApiError e) {
        events.add(event("ERROR", e.toStatus()));
        return () -> {};
      }
    }
  }

  private void take(Change change) {
    if (change.type() != type
        || (!namespace.isEmpty() && !namespace.equals(Tree.namespace(change.object())))) {
      return;
    }
    boolean was = change.before() != null && selector.test(change.before());
    boolean is = change.kind() != Change.Kind.DELETED && selector.test(change.object());
    if (was || is) {
      String kind = !was ? "ADDED" : is ? "MODIFIED" : "DELETED";
      events.add(event(kind, change.object()));
    }
  }

  private static JsonObject event(String kind, JsonObject object) {
    return Tree.of("type", kind, "object", object);
  }

  void drop() {
    dropped = true;
    events.add(new JsonObject());
  }
}
