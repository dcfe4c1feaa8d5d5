package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.Backoff;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes the API of each kind of objects, and watches the kinds that have a cache. */
final class WatchedKinds {
  private static final Duration FIRST_NEWS = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(5);
  private static final Duration RESYNC = Duration.ofMinutes(1);

  private final ClusterConnection connection;
  private final String namespace;
  private final String labelSelector;
  private final Reachability server;
  private final ExecutorService threads = Executors.newCachedThreadPool(new DaemonThreads("watch"));
  private final List<ObjectCache<?>> caches = new ArrayList<>();

  WatchedKinds(
      ClusterConnection connection, String namespace, String labelSelector, Reachability server) {
    this.connection = connection;
    this.namespace = namespace;
    this.labelSelector = labelSelector;
    this.server = server;
  }

  void start() {
    caches.forEach(cache -> cache.start(threads));
    awaitNews();
  }

  private void awaitNews() {
    long end = System.nanoTime() + FIRST_NEWS.toNanos();
    while (!caches.stream().allMatch(ObjectCache::isFilled)) {
      if (System.nanoTime() > end) {
        throw new DataPlaneException(
            "the Kubernetes API server did not list all of Goldenrod's objects within %d s; its role may lack 'list' or 'watch', see the permissions in docs/kubernetes.md"
                .formatted(FIRST_NEWS.toSeconds()));
      }
      Backoff.pause(POLL);
    }
  }

  <T extends KubernetesObject, L extends KubernetesListObject> ClusterApi.Watched<T> watched(
      ObjectKind kind, Class<T> type, Class<L> listType) {
    return watched(kind, type, listType, UnaryOperator.identity());
  }

  <T extends KubernetesObject, L extends KubernetesListObject> ClusterApi.Watched<T> watched(
      ObjectKind kind, Class<T> type, Class<L> listType, UnaryOperator<T> completed) {
    ObjectCache<T> cache =
        ObjectCache.of(
            new GenericKubernetesApi<>(
                type, listType, kind.group(), kind.version(), kind.plural(), connection.watches()),
            type,
            kind,
            namespace,
            labelSelector,
            server,
            RESYNC);
    caches.add(cache);
    return new ClusterApi.Watched<>(
        calls(kind, type, listType), kind, namespace, server, object -> true, completed, cache);
  }

  ClusterApi.Watched<DynamicKubernetesObject> watched(
      ObjectKind kind, @Nullable String place, Predicate<DynamicKubernetesObject> ours) {
    ObjectCache<DynamicKubernetesObject> cache =
        ObjectCache.of(
            new DynamicKubernetesApi(
                kind.group(), kind.version(), kind.plural(), connection.watches()),
            DynamicKubernetesObject.class,
            kind,
            place,
            labelSelector,
            server,
            RESYNC);
    caches.add(cache.only(ours));
    return new ClusterApi.Watched<>(
        calls(kind), kind, place, server, ours, UnaryOperator.identity(), cache);
  }

  <T extends KubernetesObject, L extends KubernetesListObject> ObjectApi<T> objects(
      ObjectKind kind, Class<T> type, Class<L> listType, @Nullable String place) {
    return new ObjectApi<>(calls(kind, type, listType), kind, place, server);
  }

  private <T extends KubernetesObject, L extends KubernetesListObject>
      GenericKubernetesApi<T, L> calls(ObjectKind kind, Class<T> type, Class<L> listType) {
    return new GenericKubernetesApi<>(
        type, listType, kind.group(), kind.version(), kind.plural(), connection.calls());
  }

  ObjectApi<DynamicKubernetesObject> dynamic(ObjectKind kind, @Nullable String place) {
    return new ObjectApi<>(calls(kind), kind, place, server);
  }

  private DynamicKubernetesApi calls(ObjectKind kind) {
    return new DynamicKubernetesApi(
        kind.group(), kind.version(), kind.plural(), connection.calls());
  }

  void onChange(Consumer<KubernetesObject> listener) {
    caches.forEach(cache -> cache.onChange(listener));
  }

  void close() {
    caches.forEach(ObjectCache::stop);
    threads.shutdownNow();
  }
}
