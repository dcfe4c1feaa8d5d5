package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.k8s.exec.EnginePod;
import dev.goldenrod.dataplane.k8s.manifest.DatabaseNames;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.port.ArchiveRefusedException;
import dev.goldenrod.port.SnapshotObservation;
import dev.goldenrod.testkit.dataplane.WholeArchive;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(900)
@Tag("simulated")
@Tag("slow")
class SimulatedExportsTest {
  private static final String NAMESPACE = "exports";
  private static SnapshotFixture world;
  private KubernetesDataPlane first;
  private KubernetesDataPlane other;

  @BeforeAll
  static void start_a_cluster() throws Exception {
    world = SnapshotFixture.start(NAMESPACE);
  }

  @AfterAll
  static void the_manifests_grant_all_that_was_needed_and_the_cluster_stops() {
    world.close();
  }

  @BeforeEach
  void open() {
    first = world.namespace().connect();
    other = world.namespace().connect();
  }

  @AfterEach
  void close() {
    first.close();
    other.close();
  }

  @Test
  void the_volume_of_an_export_goes_when_nobody_reads_it_any_more() {
    UUID snapshot = world.snapshotOf(first);
    byte[] parts = WholeArchive.parts(first, snapshot);
    assertThat(world.count(ResourceType.CLAIM, Labels.EXPORT, snapshot)).isEqualTo(1);

    pod("export-" + snapshot)
        .output(List.of("touch", "-d", "1 hour ago", "/goldenrod/private/used"));

    await("it goes")
        .until(
            () -> {
              first.inventory();
              return world.count(ResourceType.CLAIM, Labels.EXPORT, snapshot)
                      + world.count(ResourceType.POD, Labels.EXPORT, snapshot)
                      + world.count(ResourceType.SECRET, Labels.EXPORT, snapshot)
                  == 0;
            });
    assertThat(WholeArchive.parts(other, snapshot)).isEqualTo(parts);
  }

  @Test
  void a_volume_of_an_export_goes_with_its_snapshot() {
    UUID own = world.snapshotOf(first);
    first.archives().read(own, 0);

    first.snapshots().remove(own);

    await("all is gone")
        .until(
            () ->
                first.snapshots().observe(own).state() == SnapshotObservation.State.ABSENT
                    && world.count(ResourceType.CLAIM, Labels.EXPORT, own) == 0);
    assertThatThrownBy(() -> first.archives().read(own, 0))
        .isInstanceOf(ArchiveRefusedException.class)
        .hasMessageContaining("gone");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"touch backup_label", "ln -s /etc/passwd link", "touch 'a name'", "touch 'a\nb'"})
  void what_would_be_no_whole_database_elsewhere_is_refused(String change) {
    String data = "cd /goldenrod/volume/data; ";
    EnginePod pod = pod(new DatabaseNames(world.database().id()).pod());
    pod.output(List.of("sh", "-c", data + change));
    UUID own = world.snapshotOf(first);
    try {
      assertThatThrownBy(() -> first.archives().read(own, 0))
          .isInstanceOf(ArchiveRefusedException.class);
    } finally {
      pod.output(List.of("sh", "-c", data + "rm -f backup_label link a*"));
      first.snapshots().remove(own);
    }
  }

  private static EnginePod pod(String name) {
    return new EnginePod(world.namespace().cluster().client(), NAMESPACE, name);
  }
}
