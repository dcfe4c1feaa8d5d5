package dev.goldenrod.dataplane.k8s.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.traffic.Faults;
import dev.goldenrod.dataplane.k8s.template.Templates;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Changes of objects that no watch reports. */
@Tag("simulated")
class WatchGapTest {
  private static final String NAMESPACE = "gap";
  private static final String NAME = "one";

  /** The difference between the last change number before a restoration and the first after it. */
  private static final int NUMBERS = 60;

  private static final Map<ResourceType, String> SPECS =
      Map.of(
          ResourceType.SECRET, "{}",
          ResourceType.CONFIG_MAP, "{}",
          ResourceType.SERVICE, "{'spec': {'ports': [{'port': 5432}]}}",
          ResourceType.CLAIM,
              "{'spec': {'accessModes': ['ReadWriteOnce'],"
                  + " 'resources': {'requests': {'storage': '1Mi'}}}}",
          ResourceType.POD, "{'spec': {'containers': [{'name': 'a', 'image': 'b'}]}}",
          ResourceType.STATEFUL_SET,
              "{'spec': {'replicas': 0, 'selector': {'matchLabels': {'app': 'a'}},"
                  + " 'template': {'metadata': {'labels': {'app': 'a'}},"
                  + " 'spec': {'containers': [{'name': 'a', 'image': 'b'}]}}}}",
          ResourceType.NETWORK_POLICY, "{'spec': {'podSelector': {}}}",
          ResourceType.VOLUME_SNAPSHOT,
              "{'spec': {'source': {'volumeSnapshotContentName': 'one'}}}",
          ResourceType.SNAPSHOT_CONTENT,
              "{'spec': {'deletionPolicy': 'Retain', 'driver': 'other',"
                  + " 'source': {'snapshotHandle': 'none'},"
                  + " 'volumeSnapshotRef': {'name': 'one', 'namespace': 'gap'}}}");

  private SimulatedCluster cluster;
  private ClusterConnection connection;
  private ClusterApi api;

  @BeforeEach
  void connect() {
    cluster = SimulatedCluster.withoutProcesses("127.0.0.1", PodAccess.NONE);
    cluster.createNamespace(NAMESPACE);
    for (int i = 0; i < NUMBERS; i++) {
      create(ResourceType.EVENT, "event-" + i, "{}");
    }
    KubernetesOptions options =
        KubernetesOptions.builder()
            .kubeconfig(cluster.kubeconfigFile())
            .namespace(NAMESPACE)
            .build();
    connection = ClusterConnection.open(options);
    api = ClusterApi.open(connection, NAMESPACE, Labels.SELECTOR, Templates.none());
  }

  @AfterEach
  void disconnect() {
    api.close();
    connection.close();
    cluster.close();
  }

  @Test
  void what_was_deleted_is_known_no_more_whatever_kind_it_is_of() {
    assertThat(caches().keySet()).isEqualTo(SPECS.keySet());
    SPECS.forEach((type, spec) -> create(type, NAME, spec));
    await(() -> caches().values().stream().allMatch(cache -> cache.get(NAME).isPresent()));

    cluster.refuseConnections();
    SPECS.keySet().forEach(this::delete);
    await(() -> SPECS.keySet().stream().noneMatch(this::isThere));
    cluster.objects().store().compact();
    cluster.acceptConnections();

    caches()
        .forEach(
            (type, cache) ->
                Awaitility.await("no more " + type.plural())
                    .atMost(Duration.ofMinutes(8))
                    .until(() -> cache.get(NAME).isEmpty() && cache.list().isEmpty()));
  }

  @Tag("slow")
  @Test
  void a_cluster_that_was_restored_to_an_older_state_is_seen_as_it_is_now() {
    awaitSecondQuestion();

    cluster.objects().store().rewind(NUMBERS / 2);
    create(ResourceType.SECRET, NAME, "{}");

    await(() -> api.secrets().cache().get(NAME).isPresent());
  }

  @Tag("slow")
  @Test
  void a_cluster_that_was_restored_meanwhile_is_not_asked_for_more_than_it_has() {
    awaitSecondQuestion();

    cluster.refuseConnections();
    cluster.objects().store().rewind(NUMBERS / 2);
    create(ResourceType.SECRET, NAME, "{}");
    cluster.acceptConnections();

    await(() -> api.secrets().cache().get(NAME).isPresent());
  }

  /** The number of the first question is known by then. */
  private void awaitSecondQuestion() {
    await(() -> cluster.calls().count(Faults.calls("list", "pods")) >= 4);
  }

  private Map<ResourceType, ObjectCache<?>> caches() {
    Map<ResourceType, ObjectCache<?>> caches = new LinkedHashMap<>();
    caches.put(ResourceType.SECRET, api.secrets().cache());
    caches.put(ResourceType.CONFIG_MAP, api.configMaps().cache());
    caches.put(ResourceType.SERVICE, api.services().cache());
    caches.put(ResourceType.CLAIM, api.claims().cache());
    caches.put(ResourceType.POD, api.pods().cache());
    caches.put(ResourceType.STATEFUL_SET, api.statefulSets().cache());
    caches.put(ResourceType.NETWORK_POLICY, api.networkPolicies().cache());
    caches.put(ResourceType.VOLUME_SNAPSHOT, api.snapshots().cache());
    caches.put(ResourceType.SNAPSHOT_CONTENT, api.contents().cache());
    return caches;
  }

  private void create(ResourceType type, String name, String json) {
    JsonObject object = JsonParser.parseString(json).getAsJsonObject();
    JsonObject labels = new JsonObject();
    Labels.ours().forEach(labels::addProperty);
    JsonObject metadata = new JsonObject();
    metadata.addProperty("name", name);
    metadata.add("labels", labels);
    object.add("metadata", metadata);
    cluster.objects().create(type, type.namespaced() ? NAMESPACE : "", object);
  }

  private void delete(ResourceType type) {
    cluster.objects().delete(type, type.namespaced() ? NAMESPACE : "", NAME, DeleteOptions.NONE);
  }

  private boolean isThere(ResourceType type) {
    return cluster.objects().find(type, type.namespaced() ? NAMESPACE : "", NAME).isPresent();
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().atMost(Duration.ofMinutes(8)).until(condition);
  }
}
