package dev.goldenrod.dataplane.k8s.client;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.goldenrod.DaemonThreads;
import dev.goldenrod.dataplane.k8s.manifest.Metadata;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CustomObjectsApi;
import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.CoreV1EventList;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1SecretList;
import io.kubernetes.client.util.PatchUtils;
import io.kubernetes.client.util.generic.KubernetesApiResponse;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesListObject;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import io.kubernetes.client.util.generic.options.ListOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Access to Clones and Databases in all namespaces, and to the Secrets beside them. All methods
 * throw {@link DataPlaneException} if the server refuses or cannot be reached. Thread-safe.
 */
public final class DeclaredApi implements AutoCloseable {
  /** The kinds of custom resources that declare databases. */
  public enum DeclaredKind {
    CLONE(ObjectKind.CLONE),
    DATABASE(ObjectKind.DATABASE);

    private final ObjectKind kind;

    DeclaredKind(ObjectKind kind) {
      this.kind = kind;
    }

    ObjectKind kind() {
      return kind;
    }

    /** Returns the kind as in manifests: {@code Clone} or {@code Database}. */
    public String wireName() {
      return kind.name();
    }

    /** Returns the API group and version, as in manifests. */
    public String apiVersion() {
      return kind.group() + "/" + kind.version();
    }
  }

  /** The name of a Clone or a Database. */
  public record DeclaredName(DeclaredKind kind, String namespace, String name) {
    @Override
    public String toString() {
      return "%s %s/%s".formatted(kind.wireName(), namespace, name);
    }
  }

  private static final String ALL = "";

  private final ClusterConnection connection;
  private final WatchedKinds kinds;
  private final Reachability server;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(new DaemonThreads("declared-watch"));
  private final Map<DeclaredKind, ObjectCache<DynamicKubernetesObject>> caches =
      new ConcurrentHashMap<>();

  DeclaredApi(ClusterConnection connection, WatchedKinds kinds, Reachability server) {
    this.connection = connection;
    this.kinds = kinds;
    this.server = server;
  }

  /** Throws unless the cluster knows the kind and lets its objects be listed. */
  public void requireKnown(DeclaredKind kind) {
    kinds.dynamic(kind.kind(), null).requireListed();
  }

  /**
   * Returns whether the kind's definition is being deleted, and all objects of the kind with it.
   */
  public boolean isEnding(DeclaredKind kind) {
    return kinds
        .dynamic(ObjectKind.DEFINITION, null)
        .get(kind.kind().definition())
        .filter(Metadata::isBeingDeleted)
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
  public Optional<String> seenVersion(DeclaredName name) {
    return Optional.ofNullable(caches.get(name.kind()))
        .flatMap(cache -> cache.get(name.namespace() + "/" + name.name()))
        .map(object -> object.getMetadata().getResourceVersion());
  }

  public Optional<DynamicKubernetesObject> get(DeclaredName name) {
    return kinds.dynamic(name.kind().kind(), name.namespace()).get(name.name());
  }

  /** Patches the object but not its status; empty if it is gone or was changed meanwhile. */
  public Optional<DynamicKubernetesObject> merge(DeclaredName name, JsonObject patch) {
    return kinds
        .dynamic(name.kind().kind(), name.namespace())
        .mergeUnlessChanged(name.name(), patch);
  }

  /** Patches the object's status; empty if it is gone or was changed meanwhile. */
  public Optional<DynamicKubernetesObject> mergeStatus(DeclaredName name, JsonObject patch) {
    return new RetryingCall("change the status of " + name.kind().kind().of(name.name()), server)
        .makeUnlessThere(() -> mergeStatusOnce(name, patch));
  }

  private KubernetesApiResponse<DynamicKubernetesObject> mergeStatusOnce(
      DeclaredName name, JsonObject patch) {
    ObjectKind kind = name.kind().kind();
    V1Patch body = new V1Patch(patch.toString());
    CustomObjectsApi api = new CustomObjectsApi(connection.calls());
    try {
      JsonObject changed =
          PatchUtils.patch(
              JsonObject.class,
              () ->
                  api.patchNamespacedCustomObjectStatus(
                          kind.group(),
                          kind.version(),
                          name.namespace(),
                          kind.plural(),
                          name.name(),
                          body)
                      .fieldManager(ObjectApi.FIELD_MANAGER)
                      .buildCall(null),
              V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
              connection.calls());
      return new KubernetesApiResponse<>(new DynamicKubernetesObject(changed));
    } catch (ApiException e) {
      if (e.getCause() instanceof IOException) {
        throw new IllegalStateException(e.getCause());
      }
      return new KubernetesApiResponse<>(ApiErrors.status(e), e.getCode());
    }
  }

  public ObjectApi<V1Secret> secrets(String namespace) {
    return kinds.objects(ObjectKind.SECRET, V1Secret.class, V1SecretList.class, namespace);
  }

  public ObjectApi<CoreV1Event> events(String namespace) {
    return kinds.objects(ObjectKind.EVENT, CoreV1Event.class, CoreV1EventList.class, namespace);
  }

  @Override
  public synchronized void close() {
    caches.values().forEach(ObjectCache::stop);
    threads.shutdownNow();
  }

  /**
   * Lists only the names and versions of objects, page by page: the contents are the users' own,
   * and can be so large that some dozens would fill the server's memory.
   */
  private static final class NamesOnlyApi extends DynamicKubernetesApi {
    private static final int PAGE = 5;
    private static final Set<String> OF_OBJECT = Set.of("apiVersion", "kind", "metadata");
    private static final Set<String> OF_METADATA =
        Set.of("name", "namespace", "uid", "resourceVersion");

    NamesOnlyApi(ObjectKind kind, ApiClient client) {
      super(kind.group(), kind.version(), kind.plural(), client);
    }

    static void strip(DynamicKubernetesObject object) {
      strip(object.getRaw());
    }

    private static void strip(JsonObject object) {
      object.keySet().retainAll(OF_OBJECT);
      object.getAsJsonObject("metadata").keySet().retainAll(OF_METADATA);
    }

    @Override
    public KubernetesApiResponse<DynamicKubernetesListObject> list(ListOptions options) {
      options.setLimit(PAGE);
      JsonArray all = new JsonArray();
      while (true) {
        KubernetesApiResponse<DynamicKubernetesListObject> page = super.list(options);
        if (!page.isSuccess()) {
          return page;
        }
        JsonObject list = page.getObject().getRaw();
        list.getAsJsonArray("items").forEach(item -> strip(item.getAsJsonObject()));
        all.addAll(list.getAsJsonArray("items"));
        String next = page.getObject().getMetadata().getContinue();
        if (next == null || next.isEmpty()) {
          list.add("items", all);
          return page;
        }
        options.setContinue(next);
      }
    }
  }
}
