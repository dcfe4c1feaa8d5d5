package dev.goldenrod.dataplane.k8s.client;

import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.manifest.TemplateDigest;
import dev.goldenrod.dataplane.k8s.template.Templates;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.common.KubernetesListObject;
import io.kubernetes.client.common.KubernetesObject;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.CoreV1Event;
import io.kubernetes.client.openapi.models.CoreV1EventList;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NamespaceList;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1NetworkPolicyList;
import io.kubernetes.client.openapi.models.V1Node;
import io.kubernetes.client.openapi.models.V1NodeList;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaim;
import io.kubernetes.client.openapi.models.V1PersistentVolumeClaimList;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudgetList;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1SecretList;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceList;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.kubernetes.client.openapi.models.V1StatefulSetList;
import io.kubernetes.client.openapi.models.V1StorageClass;
import io.kubernetes.client.openapi.models.V1StorageClassList;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import io.kubernetes.client.util.generic.dynamic.DynamicKubernetesObject;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Access to all kinds of objects that Goldenrod uses, in one namespace of a cluster and outside of
 * namespaces. Thread-safe.
 */
public final class ClusterApi implements AutoCloseable {
  private final ClusterConnection connection;
  private final String namespace;
  private final Reachability server;
  private final WatchedKinds kinds;
  private final Watched<V1Secret> secrets;
  private final Watched<V1Service> services;
  private final Watched<V1PersistentVolumeClaim> claims;
  private final Watched<V1StatefulSet> statefulSets;
  private final Watched<V1Pod> pods;
  private final Watched<V1ConfigMap> configMaps;
  private final Watched<V1NetworkPolicy> networkPolicies;
  private final Watched<DynamicKubernetesObject> snapshots;
  private final Watched<DynamicKubernetesObject> contents;
  private final EngineBuilds builds;

  /** Live access to the objects of a kind, with a cache of those that are Goldenrod's. */
  public static final class Watched<T extends KubernetesObject> extends ObjectApi<T> {
    private final ObjectCache<T> cache;

    Watched(
        GenericKubernetesApi<T, ? extends KubernetesListObject> api,
        ObjectKind kind,
        @Nullable String namespace,
        Reachability server,
        Predicate<T> listed,
        UnaryOperator<T> completed,
        ObjectCache<T> cache) {
      super(api, kind, namespace, server, listed, completed);
      this.cache = cache;
    }

    public ObjectCache<T> cache() {
      return cache;
    }
  }

  private ClusterApi(
      ClusterConnection connection, String namespace, String labelSelector, Templates templates) {
    this.connection = connection;
    this.namespace = namespace;
    server =
        new Reachability(
            Reachability.revisionCheck(connection.healthChecks(), namespace),
            reactions(),
            Reachability.Times.DEFAULT);
    kinds = new WatchedKinds(connection, namespace, labelSelector, server);
    secrets = kinds.watched(ObjectKind.SECRET, V1Secret.class, V1SecretList.class);
    secrets.cache().without(SecretFingerprint::replaceValues);
    services =
        kinds.watched(
            ObjectKind.SERVICE, V1Service.class, V1ServiceList.class, templates::complete);
    claims =
        kinds.watched(
            ObjectKind.CLAIM, V1PersistentVolumeClaim.class, V1PersistentVolumeClaimList.class);
    statefulSets =
        kinds.watched(
            ObjectKind.STATEFUL_SET,
            V1StatefulSet.class,
            V1StatefulSetList.class,
            set -> TemplateDigest.addTo(templates.complete(set)));
    pods = kinds.watched(ObjectKind.POD, V1Pod.class, V1PodList.class, templates::complete);
    configMaps = kinds.watched(ObjectKind.CONFIG_MAP, V1ConfigMap.class, V1ConfigMapList.class);
    configMaps.cache().without(map -> map.data(null));
    networkPolicies =
        kinds.watched(ObjectKind.NETWORK_POLICY, V1NetworkPolicy.class, V1NetworkPolicyList.class);
    networkPolicies.cache().without(policy -> policy.spec(null));
    snapshots = kinds.watched(ObjectKind.SNAPSHOT, namespace, object -> true);
    contents =
        kinds.watched(
            ObjectKind.SNAPSHOT_CONTENT, null, found -> SnapshotManifests.isOf(found, namespace));
    builds = new EngineBuilds(nodes());
  }

  /**
   * Starts to watch Goldenrod's objects, and returns when the caches are filled.
   *
   * @param labelSelector selects Goldenrod's objects
   * @param templates add fields to pods and Services before they are sent
   * @throws DataPlaneException if the server refuses or cannot be reached
   */
  public static ClusterApi open(
      ClusterConnection connection, String namespace, String labelSelector, Templates templates) {
    ClusterApi api = new ClusterApi(connection, namespace, labelSelector, templates);
    try {
      // Reports a refusal, which a watch would only retry.
      api.pods.list(labelSelector);
      api.server.start();
      api.kinds.start();
      return api;
    } catch (RuntimeException e) {
      api.close();
      throw e;
    }
  }

  public String namespace() {
    return namespace;
  }

  /** Returns the Secrets. The cache has them without their values. */
  public Watched<V1Secret> secrets() {
    return secrets;
  }

  public Watched<V1Service> services() {
    return services;
  }

  public Watched<V1PersistentVolumeClaim> claims() {
    return claims;
  }

  public Watched<V1StatefulSet> statefulSets() {
    return statefulSets;
  }

  public Watched<V1Pod> pods() {
    return pods;
  }

  public Watched<DynamicKubernetesObject> snapshots() {
    return snapshots;
  }

  /** Lists contain only contents whose VolumeSnapshots are or were in this namespace. */
  public Watched<DynamicKubernetesObject> contents() {
    return contents;
  }

  /** Returns the ConfigMaps. The cache has them without their files. */
  public Watched<V1ConfigMap> configMaps() {
    return configMaps;
  }

  /** Returns the NetworkPolicies. The cache has them without their rules. */
  public Watched<V1NetworkPolicy> networkPolicies() {
    return networkPolicies;
  }

  public ObjectApi<CoreV1Event> events() {
    return kinds.objects(ObjectKind.EVENT, CoreV1Event.class, CoreV1EventList.class, namespace);
  }

  public ObjectApi<V1PodDisruptionBudget> disruptionBudgets() {
    return kinds.objects(
        ObjectKind.DISRUPTION_BUDGET,
        V1PodDisruptionBudget.class,
        V1PodDisruptionBudgetList.class,
        namespace);
  }

  public ObjectApi<V1Node> nodes() {
    return kinds.objects(ObjectKind.NODE, V1Node.class, V1NodeList.class, null);
  }

  public EngineBuilds builds() {
    return builds;
  }

  public ObjectApi<V1Namespace> namespaces() {
    return kinds.objects(ObjectKind.NAMESPACE, V1Namespace.class, V1NamespaceList.class, null);
  }

  public ObjectApi<V1StorageClass> storageClasses() {
    return kinds.objects(
        ObjectKind.STORAGE_CLASS, V1StorageClass.class, V1StorageClassList.class, null);
  }

  public ObjectApi<DynamicKubernetesObject> snapshotClasses() {
    return kinds.dynamic(ObjectKind.SNAPSHOT_CLASS, null);
  }

  /** Returns access to Clones, Databases, and the Secrets beside them, in all namespaces. */
  public DeclaredApi declared() {
    return new DeclaredApi(connection, kinds, server);
  }

  /**
   * Returns the pod's last log lines before its container last ended, or a line that says they are
   * gone.
   *
   * @param runsAgain whether the container was restarted since
   */
  public List<String> logOfEndedRun(String pod, boolean runsAgain, int lines) {
    try {
      return new CoreV1Api(connection.calls())
          .readNamespacedPodLog(pod, namespace)
          .previous(runsAgain)
          .tailLines(lines)
          .execute()
          .lines()
          .toList();
    } catch (ApiException gone) {
      return List.of("the log is no longer available");
    }
  }

  /** Registers a listener for the changes of all cached objects. */
  public void onChange(Consumer<KubernetesObject> listener) {
    kinds.onChange(listener);
  }

  /** Returns why the server is unreachable; empty while it is known to answer. */
  public Optional<String> outage() {
    return server.outage();
  }

  private Reachability.Reactions reactions() {
    return new Reachability.Reactions() {
      @Override
      public void lost() {
        connection.endCalls();
      }

      @Override
      public void restored() {
        connection.endWatches();
      }
    };
  }

  @Override
  public void close() {
    server.close();
    kinds.close();
  }
}
