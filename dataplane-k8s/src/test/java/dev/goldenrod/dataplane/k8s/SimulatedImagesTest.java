package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.SourcePod;
import dev.goldenrod.dataplane.k8s.simulated.api.Node;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import dev.goldenrod.imports.ImportPhase;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Databases and goldens whose image's tag has moved. */
@Tag("simulated")
@Tag("slow")
class SimulatedImagesTest {
  private static final String NAMESPACE = "images";
  private static final String PROGRAMS = "/usr/lib/postgresql/15/bin";
  private static final Image FIRST = new Image("postgres:15", List.of(PROGRAMS), List.of());
  private static final Image NEWER =
      new Image("postgres:15", List.of(PROGRAMS, "/usr/games"), List.of());

  private static SimulatedNamespace namespace;
  private static SimulatedCluster cluster;

  @BeforeAll
  static void start_a_cluster() {
    namespace = SimulatedNamespace.start(NAMESPACE);
    cluster = namespace.cluster();
    cluster.kubelet().addImage(FIRST);
  }

  @AfterAll
  static void stop_the_cluster() {
    cluster.close();
  }

  @Test
  void a_database_and_its_copies_stay_with_the_image_that_served_their_data_until_it_is_let_go() {
    DatabaseSpec spec = ObservedDatabases.blank();
    try (KubernetesDataPlane plane = namespace.connect()) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      databases.awaitReady(spec);
      cluster.kubelet().addImage(NEWER);

      databases.awaitState(spec.stopped(), DatabaseState.STOPPED);
      databases.awaitReady(spec);
      assertThat(imageOf(spec)).isEqualTo(FIRST.byDigest());
      DatabaseSpec branch = ObservedDatabases.of(new Origin.Database(spec.id()));
      databases.awaitReady(branch);
      assertThat(imageOf(branch)).isEqualTo(FIRST.byDigest());

      letGo(spec);
      databases.awaitState(spec.stopped(), DatabaseState.STOPPED);
      databases.awaitReady(spec);
      assertThat(imageOf(spec)).isEqualTo("postgres:15");
      databases.awaitState(spec.stopped(), DatabaseState.STOPPED);
      databases.awaitReady(spec);
      assertThat(imageOf(spec)).isEqualTo(NEWER.byDigest());
      databases.removeAll();
    } finally {
      cluster.kubelet().addImage(FIRST);
    }
  }

  @Test
  void a_new_database_begins_with_the_image_that_made_its_data() {
    try (KubernetesDataPlane plane = namespace.connect()) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      databases.awaitReady(ObservedDatabases.blank());
      cluster.kubelet().addImage(NEWER);

      DatabaseSpec spec = ObservedDatabases.blank();
      databases.awaitReady(spec);

      assertThat(imageOf(spec)).isEqualTo(FIRST.byDigest());
      databases.removeAll();
    } finally {
      cluster.kubelet().addImage(FIRST);
    }
  }

  @Test
  void another_configured_image_makes_the_data_of_new_databases_anew() {
    DatabaseSpec before = ObservedDatabases.blank();
    try (KubernetesDataPlane plane = namespace.connect()) {
      new ObservedDatabases(plane).awaitReady(before);
    }
    Image named = new Image("mirror.example/postgres:15.18", List.of(PROGRAMS), List.of());
    cluster.kubelet().addImage(named);
    try (KubernetesDataPlane plane =
        KubernetesDataPlane.open(
            namespace.options().images(Map.of("postgresql:15", named.name())).build())) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      DatabaseSpec after = ObservedDatabases.blank();
      databases.awaitReady(after);

      assertThat(imageOf(after)).isEqualTo(named.byDigest());
      databases.awaitReady(before);
      assertThat(imageOf(before)).isEqualTo(FIRST.byDigest());
      databases.removeAll();
    }
  }

  @Test
  void an_import_and_the_clones_of_its_golden_have_the_image_that_it_began_with() {
    ObservedImport shop = ObservedImport.of(namespace, SourcePod.start(cluster, NAMESPACE));
    try (KubernetesDataPlane plane = namespace.connect()) {
      shop.run(plane, ImportPhase.PROBING);
      shop.run(plane, ImportPhase.PROVISIONING);
      cluster.kubelet().addImage(NEWER);
      shop.run(plane, ImportPhase.IMPORTING);
      String handle = shop.run(plane, ImportPhase.SNAPSHOTTING).result().handle();
      shop.remove(plane);

      VersionRef version = new VersionRef(UUID.randomUUID(), "shop", 1, handle);
      DatabaseSpec clone = ObservedDatabases.of(new Origin.Version(version));
      ObservedDatabases databases = new ObservedDatabases(plane);
      databases.awaitReady(clone);
      assertThat(imageOf(clone)).isEqualTo(FIRST.byDigest());

      databases.awaitState(clone.stopped(), DatabaseState.STOPPED);
      cluster.kubelet().removeImage(FIRST.byDigest());
      plane.databases().ensure(clone);
      assertThat(told(databases, clone, "push it again"))
          .contains(FIRST.byDigest(), "goldenrod.dev/image");
      databases.removeAll();
    } finally {
      cluster.kubelet().addImage(FIRST);
    }
  }

  @Test
  void data_stays_with_the_architecture_of_the_nodes_that_made_it() {
    DatabaseSpec spec = ObservedDatabases.blank();
    try (KubernetesDataPlane plane = namespace.connect()) {
      ObservedDatabases databases = new ObservedDatabases(plane);
      databases.awaitReady(spec);
      databases.awaitState(spec.stopped(), DatabaseState.STOPPED);
      labelNode("arm64");
      plane.databases().ensure(spec);

      assertThat(told(databases, spec, "no node of the cluster"))
          .contains("architecture amd64", "kubernetes.io/arch=amd64");
      labelNode("amd64");
      databases.awaitReady(spec);
      databases.removeAll();
    } finally {
      labelNode("amd64");
    }
  }

  private static String told(ObservedDatabases databases, DatabaseSpec spec, String words) {
    return databases.awaitSeen(spec, seen -> seen.message().contains(words)).message();
  }

  private static void labelNode(String architecture) {
    cluster
        .objects()
        .update(
            ResourceType.NODE,
            "",
            Node.NAME,
            WriteScope.ALL,
            is -> {
              Tree.ensure(is, "metadata", "labels").addProperty("kubernetes.io/arch", architecture);
              return is;
            });
    // Makes the scheduler check its pods again.
    cluster.scheduler().obstruct("");
  }

  private static String imageOf(DatabaseSpec spec) {
    JsonObject pod = cluster.objects().get(ResourceType.POD, NAMESPACE, "db-" + spec.id() + "-0");
    return Tree.text(Tree.objects(pod, "spec", "containers").get(0), "image");
  }

  private static void letGo(DatabaseSpec spec) {
    cluster
        .objects()
        .update(
            ResourceType.SECRET,
            NAMESPACE,
            "db-" + spec.id(),
            WriteScope.ALL,
            is -> {
              Tree.ensure(is, "metadata", "annotations").remove("goldenrod.dev/image");
              return is;
            });
  }
}
