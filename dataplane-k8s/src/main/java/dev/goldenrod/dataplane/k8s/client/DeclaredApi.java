package dev.goldenrod.dataplane.k8s.client;

import com.google.gson.JsonObject;
import dev.goldenrod.DaemonThreads;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.CoreV1EventList;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1SecretList;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Access to Clones and Databases in all namespaces, and to the Secrets beside them. All methods
 * throw {@link DataPlaneException} if the server refuses or cannot be reached. Thread-safe.
 */
public final class DeclaredApi implements AutoCloseable {
  private static final String ALL = "";

  private final ClusterConnection connection;
  private final Reachability server;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(new DaemonThreads("declared-watch"));
  private final Map<DeclaredKind, ObjectCache<DynamicKubernetesObject>> caches =
      new ConcurrentHashMap<>();

  DeclaredApi(ClusterConnection connection, Reachability server) {
    this.connection = connection;
    this.server = server;
  }

  /** Throws unless the cluster knows the kind and lets its objects be listed. */
  public void requireKnown(DeclaredKind kind) {
    objects(kind.kind(), null).requireListed();
  }

  /**
   * Returns whether the kind's definition is being deleted, and all objects of the kind with it.
   */
  public boolean isEnding(DeclaredKind kind) {
    return objects(Kinds.DEFINITION, null)
        .get(kind.kind().definition())
        .filter(definition -> definition.getMetadata().getDeletionTimestamp() != null)
        .isPresent();
  }

  /** Calls the listener for each change, with the object's name and version only. */
  public synchronized void watch(DeclaredKind kind, Consumer<DynamicKubernetesObject> listener) {
    ObjectKind of = kind.kind();
    ObjectCache<DynamicKubernetesObject> cache =
        ObjectCache.of(
                new NamesOnlyApi(of, connection.watches()),
                DynamicKubernetesObject.class,
                of,
                null,
                ALL,
                server,
                Duration.ZERO)
            .without(NamesOnlyApi::strip);
    cache.onChange(listener);
    caches.put(kind, cache);
    cache.start(threads);
  }

  /** Returns the objects that the watch has seen, with their names and versions only. */
  public List<DynamicKubernetesObject> seen(DeclaredKind kind) {
    return Optional.ofNullable(caches.get(kind)).map(ObjectCache::list).orElse(List.of());
  }

  /** Returns the version that the watch has seen last. */
  public Optional<String> seenVersion(DeclaredKind kind, String namespace, String name) {
    return Optional.ofNullable(caches.get(kind))
        .flatMap(cache -> cache.get(namespace + "/" + name))
        .map(object -> object.getMetadata().getResourceVersion());
  }

  public Optional<DynamicKubernetesObject> get(DeclaredKind kind, String namespace, String name) {
    return objects(kind.kind(), namespace).get(name);
  }

  /** Patches the object but not its status; empty if it is gone or was changed meanwhile. */
  public Optional<DynamicKubernetesObject> merge(
      DeclaredKind kind, String namespace, String name, JsonObject patch) {
    return objects(kind.kind(), namespace).mergeUnlessChanged(name, patch);
  }

  /** Patches the object's status; empty if it is gone or was changed meanwhile. */
  public Optional<DynamicKubernetesObject> mergeStatus(
      DeclaredKind kind, String namespace, String name, JsonObject patch) {
    return new StatusApi(connection.calls(), kind.kind(), namespace, server)
        .mergeUnlessChanged(name, patch);
  }

  public ObjectApi<V1Secret> secrets(String namespace) {
    return objects(Kinds.SECRET, V1Secret.class, V1SecretList.class, namespace);
  }

  public ObjectApi<CoreV1Event> events(String namespace) {
    return objects(Kinds.EVENT, CoreV1Event.class, CoreV1EventList.class, namespace);
  }

  private <T extends KubernetesObject, L extends KubernetesListObject> ObjectApi<T> objects(
      ObjectKind kind, Class<T> type, Class<L> listType, String namespace) {
    return new ObjectApi<>(
        new GenericKubernetesApi<>(
            type, listType, kind.group(), kind.version(), kind.plural(), connection.calls()),
        kind,
        namespace,
        server);
  }

  private ObjectApi<DynamicKubernetesObject> objects(ObjectKind of, @Nullable String place) {
    return new ObjectApi<>(
        new DynamicKubernetesApi(of.group(), of.version(), of.plural(), connection.calls()),
        of,
        place,
        server);
  }

  @Override
  public synchronized void close() {
    caches.values().forEach(ObjectCache::stop);
    threads.shutdownNow();
  }
}
