package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.WriteScope;
import dev.goldenrod.dataplane.k8s.simulated.object.FileTree;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Databases that wait for the cluster: their messages, and that they start afterwards. */
@Tag("slow")
class SimulatedProblemsTest extends SimulatedClusterFixture {
  private static final String QUOTA = "small";

  private final DatabaseSpec spec = ObservedDatabases.blank();
  private final String name = "db-" + spec.id();

  @Test
  void a_database_comes_up_though_answers_take_seconds_or_come_in_drops() {
    cluster.faults().delay(4, "*", "*", Duration.ofSeconds(2));
    cluster.faults().trickle("patch", "*", Duration.ofMillis(400));
    cluster.faults().trickle("list", "services", Duration.ofMillis(400));

    comeUp();
  }

  @Test
  void a_quota_of_volumes_is_named_until_it_is_raised() {
    comeUp();
    restrict("persistentvolumeclaims", "1");
    DatabaseSpec second = ObservedDatabases.of(spec.origin());

    awaitMessage(second, "exceeded quota: small, requested: persistentvolumeclaims=1", "limited: ");

    unrestrict();
    comeUp(second);
  }

  @Test
  void a_quota_of_pods_is_named_until_it_is_raised() {
    comeUp();
    restrict("limits.memory", "600Mi");
    DatabaseSpec second = ObservedDatabases.of(spec.origin());

    awaitMessage(second, "exceeded quota: small, requested: limits.memory");

    unrestrict();
    comeUp(second);
  }

  @Test
  void a_lack_of_room_on_the_nodes_is_told_of_until_there_is_some() {
    comeUp();
    databases.awaitState(spec.stopped(), DatabaseState.STOPPED);
    cluster.scheduler().obstruct("Insufficient memory");

    awaitMessage(spec, "no node takes the pod: 0/1 nodes are available: 1 Insufficient memory");

    cluster.scheduler().obstruct("");
    comeUp();
  }

  @Test
  void a_volume_that_was_deleted_before_its_pod_found_a_node_is_named_with_the_way_out() {
    comeUp();
    databases.awaitState(spec.stopped(), DatabaseState.STOPPED);
    cluster.scheduler().obstruct("Insufficient memory");
    awaitMessage(spec, "Insufficient memory");

    cluster.objects().delete(ResourceType.CLAIM, NAMESPACE, name + "-0", DeleteOptions.NONE);

    databases.awaitSeen(
        spec,
        seen ->
            seen.state() == DatabaseState.FAILED
                && seen.message().contains("PersistentVolumeClaim " + name + "-0, was deleted")
                && seen.message().contains("reset a clone"));
    cluster.scheduler().obstruct("");
    comeUp(spec.atGeneration(1));
  }

  @Test
  void a_running_database_tells_that_its_volume_was_deleted() {
    comeUp();

    cluster.objects().delete(ResourceType.CLAIM, NAMESPACE, name + "-0", DeleteOptions.NONE);

    databases.awaitSeen(
        spec,
        seen ->
            seen.state() == DatabaseState.READY
                && seen.message().contains("PersistentVolumeClaim " + name + "-0 was deleted")
                && seen.message().contains("create a snapshot or a branch now"));
  }

  @Test
  void data_that_the_storage_does_not_have_any_more_is_named_until_it_is_made_anew() {
    comeUp();
    change(
        ResourceType.SECRET,
        NAMESPACE,
        "blank-postgresql-15",
        blank ->
            Tree.ensure(blank, "metadata", "annotations")
                .addProperty("goldenrod.dev/blank-handle", "snap-gone"));
    DatabaseSpec second = ObservedDatabases.of(spec.origin());

    awaitMessage(second, "snapshot id snap-gone not found");

    cluster
        .objects()
        .delete(ResourceType.SECRET, NAMESPACE, "blank-postgresql-15", DeleteOptions.NONE);
    comeUp(second);
  }

  @Test
  void a_class_of_storage_that_is_missing_is_named_until_it_is_there() {
    setDefault("false");

    awaitMessage(spec, "the cluster has no default storage class");

    setDefault("true");
    comeUp();
  }

  @Test
  void a_class_of_snapshots_that_is_missing_is_named_with_its_driver() {
    JsonObject known =
        cluster.objects().get(ResourceType.SNAPSHOT_CLASS, "", SimulatedCluster.SNAPSHOT_CLASS);
    cluster
        .objects()
        .delete(
            ResourceType.SNAPSHOT_CLASS, "", SimulatedCluster.SNAPSHOT_CLASS, DeleteOptions.NONE);

    awaitMessage(spec, "there is no snapshot class of driver " + SimulatedCluster.DRIVER);

    JsonObject again = known.deepCopy();
    again.add("metadata", Tree.of("name", SimulatedCluster.SNAPSHOT_CLASS));
    cluster.objects().create(ResourceType.SNAPSHOT_CLASS, "", again);
    comeUp();
  }

  @Test
  void a_server_that_ends_again_and_again_is_told_of_in_its_own_words() {
    comeUp();
    databases.awaitState(spec.stopped(), DatabaseState.STOPPED);
    FileTree.delete(data().resolve("data/global/pg_control"));

    awaitMessage(spec, "the database server ended", "pg_control");
  }

  private Path data() {
    String volume =
        Tree.text(
            cluster.objects().get(ResourceType.CLAIM, NAMESPACE, name + "-0"),
            "spec",
            "volumeName");
    return cluster
        .storage()
        .volume(
            Tree.text(
                cluster.objects().get(ResourceType.VOLUME, "", volume),
                "spec",
                "csi",
                "volumeHandle"));
  }

  private static void restrict(String resource, String limit) {
    JsonObject quota = Tree.of("metadata", Tree.of("name", QUOTA));
    Tree.ensure(quota, "spec", "hard").addProperty(resource, limit);
    cluster.objects().create(ResourceType.QUOTA, NAMESPACE, quota);
  }

  private static void unrestrict() {
    cluster.objects().delete(ResourceType.QUOTA, NAMESPACE, QUOTA, DeleteOptions.NONE);
  }

  private static void setDefault(String value) {
    change(
        ResourceType.STORAGE_CLASS,
        "",
        SimulatedCluster.STORAGE_CLASS,
        one ->
            Tree.ensure(one, "metadata", "annotations")
                .addProperty("storageclass.kubernetes.io/is-default-class", value));
  }

  private static void change(
      ResourceType type, String namespace, String name, Consumer<JsonObject> change) {
    cluster
        .objects()
        .update(
            type,
            namespace,
            name,
            WriteScope.ALL,
            is -> {
              change.accept(is);
              return is;
            });
  }

  private void comeUp() {
    comeUp(spec);
  }

  private void comeUp(DatabaseSpec wanted) {
    databases.awaitReady(wanted);
    assertThat(plane.databases().observe(wanted.id()).message()).isEmpty();
  }

  private void awaitMessage(DatabaseSpec wanted, String... parts) {
    databases.awaitAsked(wanted, seen -> Stream.of(parts).allMatch(seen.message()::contains));
  }
}
