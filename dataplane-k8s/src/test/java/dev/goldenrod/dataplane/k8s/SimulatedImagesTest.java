package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.Part;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceTypes;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.simulated.process.Image;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Databases whose image's name means another one by now. */
@Tag("simulated")
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

  private static String imageOf(DatabaseSpec spec) {
    JsonObject pod = cluster.objects().get(ResourceTypes.POD, NAMESPACE, "db-" + spec.id() + "-0");
    return Tree.text(Tree.objects(pod, "spec", "containers").get(0), "image");
  }

  private static void letGo(DatabaseSpec spec) {
    cluster
        .objects()
        .update(
            ResourceTypes.SECRET,
            NAMESPACE,
            "db-" + spec.id(),
            Part.ALL,
            is -> {
              Tree.ensure(is, "metadata", "annotations").remove("goldenrod.dev/image");
              return is;
            });
  }
}
