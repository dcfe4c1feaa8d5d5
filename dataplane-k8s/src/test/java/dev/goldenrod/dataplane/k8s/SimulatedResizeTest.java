package dev.goldenrod.dataplane.k8s;

import static dev.goldenrod.dataplane.k8s.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import io.kubernetes.client.custom.Quantity;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class SimulatedResizeTest extends SimulatedClusterFixture {
  private static final String QUOTA = "small";
  private static final Resources FEW = new Resources(256, 1024, 1000);
  private static final Resources MORE = new Resources(512, 2048, 2000);

  private final DatabaseSpec spec =
      DatabaseSpec.of(UUID.randomUUID(), new Origin.Blank("postgresql", "15"), FEW);
  private final String name = "db-" + spec.id();

  @BeforeEach
  void make_a_database() {
    databases.awaitReady(spec);
  }

  @AfterEach
  void let_volumes_grow() {
    allowExpansion(true);
  }

  @Test
  void the_volume_grows_under_the_running_pod_which_has_the_rest_from_its_next_start_on() {
    String pod = podUid();

    resize();

    assertThat(storageMib()).isEqualTo(2048);
    assertThat(limit("memory")).isEqualTo("384Mi");
    databases.awaitReady(spec.with(MORE));
    assertThat(podUid()).isEqualTo(pod);

    databases.awaitState(spec.with(MORE).stopped(), DatabaseState.STOPPED);
    databases.awaitReady(spec.with(MORE));
    assertThat(limit("memory")).isEqualTo("768Mi");
    assertThat(limit("cpu")).isEqualTo("2");
    assertThat(plane.databases().observe(spec.id()).message()).isEmpty();
  }

  @Test
  void a_class_that_does_not_let_volumes_grow_is_named_until_it_does_and_there_was_a_restart() {
    allowExpansion(false);

    resize();

    assertThat(plane.databases().observe(spec.id()).message())
        .contains("storage class 'standard' does not let volumes grow", "kubectl patch");
    assertThat(storageMib()).isEqualTo(1024);

    allowExpansion(true);
    databases.awaitState(spec.with(MORE).stopped(), DatabaseState.STOPPED);
    databases.awaitReady(spec.with(MORE));
    assertThat(plane.databases().observe(spec.id()).message()).isEmpty();
    assertThat(storageMib()).isEqualTo(2048);
  }

  @Test
  void a_quota_of_storage_is_named_while_the_database_goes_on_until_it_is_raised() {
    restrict("requests.storage", "1Gi");

    plane.databases().resize(spec.id(), MORE);

    databases.awaitSeen(
        spec,
        seen ->
            seen.state() == DatabaseState.READY
                && seen.message().contains("exceeded quota: small"));
    assertThat(plane.databases().resources(spec.id())).contains(FEW);

    cluster.objects().delete(ResourceType.QUOTA, NAMESPACE, QUOTA, DeleteOptions.NONE);
    resize();
    assertThat(plane.databases().observe(spec.id()).message()).doesNotContain("quota");
  }

  @Test
  void a_pod_that_finds_no_node_is_made_anew_with_what_the_database_is_given() {
    databases.awaitState(spec.stopped(), DatabaseState.STOPPED);
    cluster.scheduler().obstruct("Insufficient memory");
    databases.awaitAsked(spec, seen -> seen.message().contains("Insufficient memory"));
    String waiting = podUid();

    plane.databases().ensure(spec.with(MORE));

    await("another pod")
        .until(
            () ->
                cluster
                    .objects()
                    .find(ResourceType.POD, NAMESPACE, name + "-0")
                    .filter(pod -> !Tree.uid(pod).equals(waiting))
                    .isPresent());
    cluster.scheduler().obstruct("");
    databases.awaitReady(spec.with(MORE));
    assertThat(limit("memory")).isEqualTo("768Mi");
  }

  private void resize() {
    await("it is given more")
        .until(
            () -> {
              plane.databases().resize(spec.id(), MORE);
              assertThat(plane.databases().observe(spec.id()).state())
                  .isEqualTo(DatabaseState.READY);
              return plane.databases().resources(spec.id()).filter(MORE::equals).isPresent();
            });
  }

  private String podUid() {
    return Tree.uid(cluster.objects().get(ResourceType.POD, NAMESPACE, name + "-0"));
  }

  private long storageMib() {
    JsonObject claim = cluster.objects().get(ResourceType.CLAIM, NAMESPACE, name + "-0");
    String text = Tree.text(claim, "spec", "resources", "requests", "storage");
    return Quantity.fromString(text).getNumber().longValueExact() >> 20;
  }

  private String limit(String resource) {
    JsonObject pod = cluster.objects().get(ResourceType.POD, NAMESPACE, name + "-0");
    JsonObject container = Tree.objects(pod, "spec", "containers").get(0);
    return Tree.text(container, "resources", "limits", resource);
  }

  private static void allowExpansion(boolean allowed) {
    cluster
        .objects()
        .update(
            ResourceType.STORAGE_CLASS,
            "",
            SimulatedCluster.STORAGE_CLASS,
            WriteScope.ALL,
            is -> {
              is.addProperty("allowVolumeExpansion", allowed);
              return is;
            });
  }

  private static void restrict(String resource, String limit) {
    JsonObject quota = Tree.of("metadata", Tree.of("name", QUOTA));
    Tree.ensure(quota, "spec", "hard").addProperty(resource, limit);
    cluster.objects().create(ResourceType.QUOTA, NAMESPACE, quota);
  }
}
