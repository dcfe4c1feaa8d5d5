package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Selector;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.template.PodTemplate;
import dev.goldenrod.dataplane.k8s.template.ServiceTemplate;
import dev.goldenrod.dataplane.k8s.template.Templates;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Templates of an operator, and users as OpenShift assigns them. */
@Tag("simulated")
@Tag("slow")
class SimulatedTemplatesTest {
  private static final String NAMESPACE = "templates";
  private static final long FIRST_USER = 1_000_650_000;

  private static SimulatedCluster cluster;
  private static SimulatedNamespace namespace;

  @TempDir private Path folder;

  @BeforeAll
  static void start_a_cluster_that_assigns_users() {
    cluster = SimulatedCluster.start();
    cluster.createNamespaceOfUsers(NAMESPACE, FIRST_USER);
    namespace = new SimulatedNamespace(cluster, NAMESPACE);
  }

  @AfterAll
  static void stop_the_cluster() {
    cluster.close();
  }

  @Test
  void a_database_runs_as_the_namespace_s_user_with_what_the_templates_have() throws IOException {
    PodTemplate pods =
        PodTemplate.read(file("metadata: {annotations: {sidecar.istio.io/inject: 'false'}}"));
    ServiceTemplate services =
        ServiceTemplate.read(file("metadata: {annotations: {example/internal: 'true'}}"));

    try (KubernetesDataPlane plane = open(new Templates(pods, services, false))) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      DatabaseSpec spec = ObservedDatabases.blank();
      databases.awaitReady(spec);

      JsonObject pod = get(ResourceType.POD, "db-" + spec.id() + "-0");
      assertThat(Tree.number(pod, 0, "spec", "securityContext", "runAsUser")).isEqualTo(FIRST_USER);
      assertThat(Tree.text(pod, "metadata", "annotations", "sidecar.istio.io/inject"))
          .isEqualTo("false");
      JsonObject service = get(ResourceType.SERVICE, "ep-" + spec.id());
      assertThat(Tree.text(service, "metadata", "annotations", "example/internal"))
          .isEqualTo("true");
      databases.removeAll();
    }
  }

  @Test
  void a_pod_that_the_cluster_does_not_take_ends_the_start_and_leaves_nothing() throws IOException {
    PodTemplate unknown = PodTemplate.read(file("spec: {priorityClassName: gone}"));

    assertThatThrownBy(() -> open(new Templates(unknown, ServiceTemplate.none(), false)))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("--kube-pod-template")
        .hasMessageContaining("no PriorityClass with name gone was found");
    assertThat(cluster.objects().list(ResourceType.POD, NAMESPACE, Selector.any()))
        .extracting(Tree::name)
        .noneMatch(name -> name.startsWith("template-"));
  }

  @Test
  void a_changed_template_ends_no_database_and_is_there_after_its_next_start() throws IOException {
    DatabaseSpec spec = ObservedDatabases.blank();
    try (KubernetesDataPlane plane = open(assigned(PodTemplate.none()))) {
      new ObservedDatabases(plane).awaitReady(spec);
    }
    String before = Tree.uid(pod(spec));
    PodTemplate changed = PodTemplate.read(file("metadata: {annotations: {of: the-changed-one}}"));

    try (KubernetesDataPlane plane = open(assigned(changed))) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      databases.awaitReady(spec);
      awaitInSet(spec);
      assertThat(Tree.uid(pod(spec))).isEqualTo(before);

      databases.awaitState(spec.stopped(), DatabaseState.STOPPED);
      databases.awaitReady(spec);
      assertThat(Tree.text(pod(spec), "metadata", "annotations", "of"))
          .isEqualTo("the-changed-one");
      databases.removeAll();
    }
  }

  @Test
  void a_database_that_cannot_start_by_the_former_template_takes_the_changed_one_at_once()
      throws IOException {
    DatabaseSpec spec = ObservedDatabases.blank();
    PodTemplate former = PodTemplate.read(file("spec: {nodeSelector: {disk: none-has-this}}"));
    try (KubernetesDataPlane plane = open(assigned(PodTemplate.none()))) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      databases.awaitReady(spec);
      databases.awaitState(spec.stopped(), DatabaseState.STOPPED);
    }
    try (KubernetesDataPlane plane = open(assigned(former))) {
      new ObservedDatabases(plane)
          .awaitAsked(spec, seen -> seen.message().contains("no node takes the pod"));
    }

    PodTemplate changed = PodTemplate.read(file("metadata: {annotations: {of: the-changed-one}}"));
    try (KubernetesDataPlane plane = open(assigned(changed))) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      databases.awaitReady(spec);
      assertThat(Tree.text(pod(spec), "metadata", "annotations", "of"))
          .isEqualTo("the-changed-one");
      databases.removeAll();
    }
  }

  @Test
  void a_database_with_a_name_is_kept_from_drains_and_a_clone_is_not() {
    KubernetesOptions options =
        namespace.options().templates(assigned(PodTemplate.none())).holdsDatabases(true).build();
    try (KubernetesDataPlane plane = KubernetesDataPlane.open(options)) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      DatabaseSpec clone = ObservedDatabases.blank();
      DatabaseSpec kept = ObservedDatabases.blank().named("shop");
      databases.awaitReady(clone);
      databases.awaitReady(kept);

      assertThat(budgets()).containsExactly("db-" + kept.id());
      databases.removeAll();
      Awaitility.await().atMost(Duration.ofMinutes(8)).until(() -> budgets().isEmpty());
    }
  }

  private static List<String> budgets() {
    return cluster
        .objects()
        .list(ResourceType.DISRUPTION_BUDGET, NAMESPACE, Selector.any())
        .stream()
        .map(Tree::name)
        .toList();
  }

  /** Its controller has seen the change then, because it handles objects in order. */
  private static void awaitInSet(DatabaseSpec spec) {
    Awaitility.await()
        .atMost(Duration.ofMinutes(8))
        .until(
            () -> get(ResourceType.STATEFUL_SET, "db-" + spec.id()),
            set ->
                Tree.text(set, "spec", "template", "metadata", "annotations", "of")
                        .equals("the-changed-one")
                    && Tree.number(set, 0, "status", "observedGeneration")
                        == Tree.number(set, -1, "metadata", "generation"));
  }

  private static JsonObject pod(DatabaseSpec spec) {
    return get(ResourceType.POD, "db-" + spec.id() + "-0");
  }

  private static Templates assigned(PodTemplate pods) {
    return new Templates(pods, ServiceTemplate.none(), false);
  }

  private static KubernetesDataPlane open(Templates templates) {
    return KubernetesDataPlane.open(namespace.options().templates(templates).build());
  }

  private static JsonObject get(ResourceType type, String name) {
    return cluster.objects().get(type, NAMESPACE, name);
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("template.yaml"), text);
  }
}
