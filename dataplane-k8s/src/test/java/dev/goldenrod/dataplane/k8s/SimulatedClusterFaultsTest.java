package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.manifest.SnapshotManifests;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceTypes;
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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases on a cluster whose API server stumbles, and which people change by hand. */
@Tag("simulated")
class SimulatedClusterFaultsTest {
  private static final String NAMESPACE = "faults";

  @TempDir static Path folder;
  private static SimulatedCluster cluster;
  private KubernetesDataPlane plane;

  @BeforeAll
  static void start_a_cluster() throws IOException {
    cluster = SimulatedCluster.start();
    cluster.createNamespace(NAMESPACE);
    Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
  }

  @AfterAll
  static void stop_the_cluster() {
    cluster.close();
  }

  @BeforeEach
  void open() {
    plane = KubernetesDataPlane.open(options(folder.resolve("kubeconfig")));
  }

  @AfterEach
  void remove_all() {
    cluster.faults().clear();
    plane.inventory().databases().forEach(plane.databases()::remove);
    Awaitility.await("all databases are gone")
        .atMost(Duration.ofMinutes(3))
        .until(() -> plane.inventory().databases().isEmpty());
    plane.close();
  }

  @Test
  void a_database_comes_up_while_calls_conflict_are_refused_for_now_or_break_off() {
    for (int code : new int[] {409, 429, 500, 503}) {
      cluster.faults().fail(3, "patch", "*", code);
      cluster.faults().fail(3, "get", "*", code);
    }
    cluster.faults().drop(3, "patch", "*");
    cluster.faults().drop(2, "create", "*");

    DatabaseSpec spec = blank();
    plane.databases().ensure(spec);

    awaitReady(spec);
  }

  @Test
  void what_happens_while_watches_are_broken_or_too_old_is_seen_all_the_same() {
    DatabaseSpec spec = blank();
    plane.databases().ensure(spec);
    awaitReady(spec);

    cluster.faults().fail(2, "watch", "*", 410);
    cluster.dropWatches();
    plane.databases().ensure(spec.stopped());

    await(spec, seen -> seen.state() == DatabaseState.STOPPED);
  }

  @Test
  void what_a_killed_server_left_of_making_an_empty_database_goes_with_the_next_one() {
    Map<String, String> labels = Labels.of(Labels.BLANK, UUID.randomUUID(), "postgresql");
    String left = "blank-postgresql-15-0badc0de";
    cluster.objects().create(ResourceTypes.SECRET, NAMESPACE, object(left, labels));
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
    cluster.objects().create(ResourceTypes.SNAPSHOT_CONTENT, "", content);

    for (int i = 0; i < 2; i++) {
      DatabaseSpec spec = blank();
      plane.databases().ensure(spec);
      awaitReady(spec);
    }

    Awaitility.await("what is left goes")
        .atMost(Duration.ofMinutes(3))
        .until(
            () ->
                cluster.objects().find(ResourceTypes.SECRET, NAMESPACE, left).isEmpty()
                    && cluster
                        .objects()
                        .find(ResourceTypes.SNAPSHOT_CONTENT, "", "left")
                        .isEmpty());
  }

  private static JsonObject object(String name, Map<String, String> labels) {
    JsonObject metadata = Tree.of("name", name);
    labels.forEach(Tree.ensure(metadata, "labels")::addProperty);
    return Tree.of("metadata", metadata);
  }

  @Test
  void a_right_that_the_role_lacks_is_named() {
    cluster.faults().forbid("patch", "statefulsets");
    DatabaseSpec spec = blank();

    plane.databases().ensure(spec);

    await(spec, seen -> seen.message().contains("lacks 'patch' on statefulsets of apps"));
  }

  @Test
  void an_image_that_cannot_be_pulled_is_named() {
    plane.close();
    plane =
        KubernetesDataPlane.open(
            KubernetesOptions.builder()
                .kubeconfig(folder.resolve("kubeconfig"))
                .namespace(NAMESPACE)
                .registry("nowhere.example/")
                .build());
    DatabaseSpec spec = blank("14");

    plane.databases().ensure(spec);

    await(spec, seen -> seen.message().contains("nowhere.example/postgres:14"));
  }

  @Test
  void the_second_pod_of_a_scaled_set_runs_no_server_on_the_volume() throws ApiException {
    DatabaseSpec spec = blank();
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
        .atMost(Duration.ofMinutes(3))
        .until(() -> exitCode(name + "-1"), Optional.of(1L)::equals);
    plane.databases().ensure(spec);
    awaitReady(spec);
  }

  private static Optional<Long> exitCode(String pod) {
    return cluster.objects().find(ResourceTypes.POD, NAMESPACE, pod).stream()
        .flatMap(found -> Tree.objects(found, "status", "containerStatuses").stream())
        .flatMap(
            container ->
                Stream.of("state", "lastState")
                    .map(time -> Tree.number(container, -1, time, "terminated", "exitCode")))
        .filter(code -> code >= 0)
        .findFirst();
  }

  @Test
  void a_deleted_service_and_a_deleted_set_are_put_right() throws ApiException {
    DatabaseSpec spec = blank();
    plane.databases().ensure(spec);
    awaitReady(spec);

    String name = "db-" + spec.id();
    new CoreV1Api(cluster.client()).deleteNamespacedService("ep-" + spec.id(), NAMESPACE).execute();
    new AppsV1Api(cluster.client()).deleteNamespacedStatefulSet(name, NAMESPACE).execute();
    await(spec, seen -> seen.state() == DatabaseState.WORKING);

    awaitReady(spec);
    assertThat(plane.databases().loginProblem(spec.id())).isEmpty();
  }

  @Test
  void a_deleted_configuration_and_a_deleted_policy_are_put_right_without_a_restart() {
    DatabaseSpec spec = blank();
    plane.databases().ensure(spec);
    awaitReady(spec);

    String name = "db-" + spec.id();
    String pod = Tree.uid(cluster.objects().get(ResourceTypes.POD, NAMESPACE, name + "-0"));
    deleteAndAwaitAnew(spec, ResourceTypes.CONFIG_MAP, name + "-0");
    deleteAndAwaitAnew(spec, ResourceTypes.NETWORK_POLICY, name);

    assertThat(Tree.uid(cluster.objects().get(ResourceTypes.POD, NAMESPACE, name + "-0")))
        .isEqualTo(pod);
  }

  private void deleteAndAwaitAnew(DatabaseSpec spec, ResourceType type, String name) {
    JsonObject before = cluster.objects().get(type, NAMESPACE, name);
    cluster.objects().delete(type, NAMESPACE, name, DeleteOptions.NONE);
    await(spec, seen -> seen.state() == DatabaseState.WORKING);

    plane.databases().ensure(spec);
    awaitReady(spec);
    assertThat(Tree.object(cluster.objects().get(type, NAMESPACE, name), "spec"))
        .isEqualTo(Tree.object(before, "spec"));
  }

  @Test
  void a_token_that_expired_is_told_of() {
    String token = cluster.tokens().issue();
    KubernetesDataPlane other = KubernetesDataPlane.open(options(write(cluster.kubeconfig(token))));
    DatabaseSpec spec = blank();
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
    assertThatThrownBy(
            () ->
                KubernetesDataPlane.open(
                    options(
                        write(cluster.kubeconfig().replace(cluster.url(), "http://127.0.0.1:1")))))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("cannot be reached");
  }

  private static Path write(String kubeconfig) {
    try {
      return Files.writeString(folder.resolve(UUID.randomUUID().toString()), kubeconfig);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static KubernetesOptions options(Path kubeconfig) {
    return KubernetesOptions.builder()
        .kubeconfig(kubeconfig)
        .namespace(NAMESPACE)
        .serviceType(ServiceType.NODE_PORT)
        .build();
  }

  private static DatabaseSpec blank() {
    return blank("15");
  }

  private static DatabaseSpec blank(String release) {
    return DatabaseSpec.of(
        UUID.randomUUID(), new Origin.Blank("postgresql", release), new Resources(512, 0, 0));
  }

  private void awaitReady(DatabaseSpec spec) {
    DatabaseObservation seen =
        Awaitility.await()
            .atMost(Duration.ofMinutes(3))
            .until(
                () -> {
                  plane.databases().ensure(spec);
                  return plane.databases().observe(spec.id());
                },
                now -> now.state() == DatabaseState.READY);
    assertThat(plane.databases().credentials(spec.id())).isPresent();
    assertThat(seen.endpoint()).isNotEmpty();
  }

  private DatabaseObservation await(DatabaseSpec spec, Predicate<DatabaseObservation> wanted) {
    return Awaitility.await()
        .atMost(Duration.ofMinutes(3))
        .until(() -> plane.databases().observe(spec.id()), wanted);
  }
}
