package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.AppsV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.kubernetes.client.util.PatchUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases on a cluster with a failing API server and manual changes. */
class SimulatedClusterFaultsTest extends SimulatedClusterFixture {

  @TempDir static Path folder;

  @Tag("slow")
  @Test
  void a_database_comes_up_while_calls_conflict_are_refused_for_now_or_break_off() {
    for (int code : new int[] {409, 429, 500, 503}) {
      cluster.faults().fail(3, "patch", "*", code);
      cluster.faults().fail(3, "get", "*", code);
    }
    cluster.faults().drop(3, "patch", "*");
    cluster.faults().drop(2, "create", "*");

    DatabaseSpec spec = ObservedDatabases.blank();
    plane.databases().ensure(spec);

    awaitReady(spec);
  }

  @Test
  void what_happens_while_watches_are_broken_or_too_old_is_seen_all_the_same() {
    DatabaseSpec spec = ObservedDatabases.blank();
    plane.databases().ensure(spec);
    awaitReady(spec);

    cluster.faults().fail(2, "watch", "*", 410);
    cluster.dropWatches();
    plane.databases().ensure(spec.stopped());

    databases.awaitSeen(spec, seen -> seen.state() == DatabaseState.STOPPED);
  }

  @Test
  void what_a_killed_server_left_of_making_an_empty_database_goes_with_the_next_one() {
    Map<String, String> labels = Labels.of(Labels.BLANK, UUID.randomUUID(), "postgresql");
    String left = "blank-postgresql-15-0badc0de";
    cluster.objects().create(ResourceType.SECRET, NAMESPACE, object(left, labels));
    JsonObject content =
        SnapshotManifests.content(
                new V1ObjectMeta()
                    .name("left")
                    .labels(Labels.of(Labels.BLANK, UUID.randomUUID(), "postgresql")),
                "no-such-snapshot",
                SimulatedCluster.DRIVER,
                SimulatedCluster.SNAPSHOT_CLASS,
                NAMESPACE,
                "left")
            .getRaw();
    cluster.objects().create(ResourceType.SNAPSHOT_CONTENT, "", content);

    for (int i = 0; i < 2; i++) {
      DatabaseSpec spec = ObservedDatabases.blank();
      plane.databases().ensure(spec);
      awaitReady(spec);
    }

    Awaitility.await("what is left goes")
        .atMost(Duration.ofMinutes(8))
        .until(
            () ->
                cluster.objects().find(ResourceType.SECRET, NAMESPACE, left).isEmpty()
                    && cluster.objects().find(ResourceType.SNAPSHOT_CONTENT, "", "left").isEmpty());
  }

  private static JsonObject object(String name, Map<String, String> labels) {
    JsonObject metadata = Tree.of("name", name);
    labels.forEach(Tree.ensure(metadata, "labels")::addProperty);
    return Tree.of("metadata", metadata);
  }

  @Test
  void a_right_that_the_role_lacks_is_named() {
    cluster.faults().forbid("patch", "statefulsets");
    DatabaseSpec spec = ObservedDatabases.blank();

    plane.databases().ensure(spec);

    databases.awaitSeen(
        spec, seen -> seen.message().contains("lacks 'patch' on statefulsets of apps"));
  }

  @Tag("slow")
  @Test
  void an_image_that_cannot_be_pulled_is_named() {
    plane.close();
    plane = KubernetesDataPlane.open(namespace.options().registry("nowhere.example/").build());
    databases = new ObservedDatabases(plane);
    DatabaseSpec spec = ObservedDatabases.of(new Origin.Blank("postgresql", "14"));

    plane.databases().ensure(spec);

    databases.awaitSeen(spec, seen -> seen.message().contains("nowhere.example/postgres:14"));
  }

  @Tag("slow")
  @Test
  void the_second_pod_of_a_scaled_set_runs_no_server_on_the_volume() throws ApiException {
    DatabaseSpec spec = ObservedDatabases.blank();
    plane.databases().ensure(spec);
    awaitReady(spec);

    String name = "db-" + spec.id();
    V1Patch two = new V1Patch("{\"spec\": {\"replicas\": 2}}");
    PatchUtils.patch(
        V1StatefulSet.class,
        () ->
            new AppsV1Api(cluster.client())
                .patchNamespacedStatefulSet(name, NAMESPACE, two)
                .buildCall(null),
        V1Patch.PATCH_FORMAT_JSON_MERGE_PATCH,
        cluster.client());

    Awaitility.await("the second pod ends")
        .atMost(Duration.ofMinutes(8))
        .until(() -> exitCode(name + "-1"), Optional.of(1L)::equals);
    plane.databases().ensure(spec);
    awaitReady(spec);
  }

  private static Optional<Long> exitCode(String pod) {
    return cluster.objects().find(ResourceType.POD, NAMESPACE, pod).stream()
        .flatMap(found -> Tree.objects(found, "status", "containerStatuses").stream())
        .flatMap(
            container ->
                Stream.of("state", "lastState")
                    .map(time -> Tree.number(container, -1, time, "terminated", "exitCode")))
        .filter(code -> code >= 0)
        .findFirst();
  }

  @Tag("slow")
  @Test
  void a_deleted_service_and_a_deleted_set_are_put_right() throws ApiException {
    DatabaseSpec spec = ObservedDatabases.blank();
    plane.databases().ensure(spec);
    awaitReady(spec);

    String name = "db-" + spec.id();
    new CoreV1Api(cluster.client()).deleteNamespacedService("ep-" + spec.id(), NAMESPACE).execute();
    new AppsV1Api(cluster.client()).deleteNamespacedStatefulSet(name, NAMESPACE).execute();
    databases.awaitSeen(spec, seen -> seen.state() == DatabaseState.WORKING);

    awaitReady(spec);
    assertThat(plane.databases().loginProblem(spec.id())).isEmpty();
  }

  @Test
  void a_deleted_configuration_and_a_deleted_policy_are_put_right_without_a_restart() {
    DatabaseSpec spec = ObservedDatabases.blank();
    plane.databases().ensure(spec);
    awaitReady(spec);

    String name = "db-" + spec.id();
    String pod = Tree.uid(cluster.objects().get(ResourceType.POD, NAMESPACE, name + "-0"));
    deleteAndAwaitAnew(spec, ResourceType.CONFIG_MAP, name + "-0");
    deleteAndAwaitAnew(spec, ResourceType.NETWORK_POLICY, name);

    assertThat(Tree.uid(cluster.objects().get(ResourceType.POD, NAMESPACE, name + "-0")))
        .isEqualTo(pod);
  }

  private void deleteAndAwaitAnew(DatabaseSpec spec, ResourceType type, String name) {
    JsonObject before = cluster.objects().get(type, NAMESPACE, name);
    cluster.objects().delete(type, NAMESPACE, name, DeleteOptions.NONE);
    databases.awaitSeen(spec, seen -> seen.state() == DatabaseState.WORKING);

    plane.databases().ensure(spec);
    awaitReady(spec);
    assertThat(Tree.object(cluster.objects().get(type, NAMESPACE, name), "spec"))
        .isEqualTo(Tree.object(before, "spec"));
  }

  @Test
  void one_that_must_exist_is_stopped_and_never_made_anew() {
    DatabaseSpec spec = ObservedDatabases.blank();
    plane.databases().ensure(spec);
    awaitReady(spec);

    DatabaseSpec existing = DatabaseSpec.ofExisting(spec.id(), spec.resources());
    plane.databases().ensure(existing.atGeneration(1).stopped());

    DatabaseObservation stopped =
        databases.awaitSeen(spec, seen -> seen.state() == DatabaseState.STOPPED);
    assertThat(stopped.generation()).isZero();
  }

  @Test
  void a_token_that_expired_is_told_of() throws IOException {
    String token = cluster.tokens().issue();
    KubernetesDataPlane other = connect(cluster.kubeconfig(token));
    DatabaseSpec spec = ObservedDatabases.blank();
    plane.databases().ensure(spec);
    awaitReady(spec);

    cluster.tokens().expire(token);

    assertThatThrownBy(() -> other.databases().credentials(spec.id()))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("does not accept the credentials");
    other.close();
  }

  @Test
  void a_server_that_cannot_be_reached_is_told_of() {
    String elsewhere = cluster.kubeconfig().replace(cluster.url(), "http://127.0.0.1:1");

    assertThatThrownBy(() -> connect(elsewhere))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("cannot be reached");
  }

  private static KubernetesDataPlane connect(String kubeconfig) throws IOException {
    Path file = Files.writeString(folder.resolve(UUID.randomUUID().toString()), kubeconfig);
    return KubernetesDataPlane.open(namespace.options().kubeconfig(file).build());
  }

  private void awaitReady(DatabaseSpec spec) {
    assertThat(databases.awaitReady(spec).endpoint()).isNotEmpty();
    assertThat(plane.databases().credentials(spec.id())).isPresent();
  }
}
