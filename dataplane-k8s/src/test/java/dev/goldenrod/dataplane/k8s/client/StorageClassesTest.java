package dev.goldenrod.dataplane.k8s.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.gson.JsonParser;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.ObjectApi.DeleteOptions;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.template.Templates;
import dev.goldenrod.port.DataPlaneException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("simulated")
class StorageClassesTest {
  private static final String NAMESPACE = "classes";
  private static final String VELERO =
      "'name': 'a-backup', 'labels': {'velero.io/csi-volumesnapshot-class': 'true'}";

  private SimulatedCluster cluster;
  private ClusterConnection connection;
  private ClusterApi api;

  @BeforeEach
  void connect() {
    cluster = SimulatedCluster.withoutProcesses("127.0.0.1", PodAccess.NONE);
    cluster.createNamespace(NAMESPACE);
    connection = ClusterConnection.open(options().build());
    api = ClusterApi.open(connection, NAMESPACE, Labels.SELECTOR, Templates.none());
  }

  @AfterEach
  void disconnect() {
    api.close();
    connection.close();
    cluster.close();
  }

  @Test
  void what_volumes_of_a_class_can_is_told() {
    create(
        ResourceType.STORAGE_CLASS,
        """
        {'metadata': {'name': 'zonal'}, 'provisioner': '%s', 'volumeBindingMode': 'WaitForFirstConsumer',
         'allowedTopologies': [{'matchLabelExpressions': [{'key': 'zone', 'values': ['a', 'b']}]}]}
        """
            .formatted(SimulatedCluster.DRIVER));

    assertThat(find(options()).report())
        .isEqualTo(
            "volumes of class standard (driver simulated.csi.goldenrod.dev; volumes can grow, made before their pod is scheduled), snapshots of class standard-snapshots");
    assertThat(find(options().storageClass("zonal")).features())
        .isEqualTo("volumes cannot grow, made where their pod runs, in zone a or b");
  }

  @Test
  void disks_that_stay_are_warned_of_with_what_to_type() {
    create(
        ResourceType.STORAGE_CLASS,
        "{'metadata': {'name': 'kept'}, 'provisioner': '%s', 'reclaimPolicy': 'Retain'}"
            .formatted(SimulatedCluster.DRIVER));

    assertThat(find(options()).warnings()).isEmpty();
    StorageClasses kept = find(options().storageClass("kept"));
    assertThat(kept.warnings())
        .singleElement()
        .asString()
        .contains("kubectl get storageclass kept", "--kube-storage-class kept-delete");
    assertThat(kept.report()).endsWith(kept.warnings().get(0));
  }

  @Test
  void a_class_of_another_tool_is_taken_only_when_it_is_named() {
    createSnapshotClass(VELERO, "Delete");

    assertThat(find(options()).snapshotClass()).isEqualTo(SimulatedCluster.SNAPSHOT_CLASS);
    assertThat(find(options().snapshotClass("a-backup")).snapshotClass()).isEqualTo("a-backup");

    deleteOwn();
    assertThatThrownBy(() -> find(options()))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("a-backup (velero.io/csi-volumesnapshot-class)")
        .hasMessageContaining("--kube-snapshot-class");
  }

  @Test
  void snapshots_that_would_stay_are_refused_with_what_to_type() {
    createSnapshotClass("'name': 'a-kept'", "Retain");

    assertThat(find(options()).snapshotClass()).isEqualTo(SimulatedCluster.SNAPSHOT_CLASS);

    deleteOwn();
    assertThatThrownBy(() -> find(options()))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("kubectl patch volumesnapshotclass a-kept --type merge");
  }

  private void createSnapshotClass(String metadata, String policy) {
    create(
        ResourceType.SNAPSHOT_CLASS,
        "{'metadata': {%s}, 'driver': '%s', 'deletionPolicy': '%s'}"
            .formatted(metadata, SimulatedCluster.DRIVER, policy));
  }

  private void create(ResourceType type, String json) {
    cluster.objects().create(type, "", JsonParser.parseString(json).getAsJsonObject());
  }

  private void deleteOwn() {
    cluster
        .objects()
        .delete(
            ResourceType.SNAPSHOT_CLASS, "", SimulatedCluster.SNAPSHOT_CLASS, DeleteOptions.NONE);
  }

  private StorageClasses find(KubernetesOptions.Builder options) {
    return StorageClasses.find(api, options.build());
  }

  private KubernetesOptions.Builder options() {
    return KubernetesOptions.builder().kubeconfig(cluster.kubeconfigFile()).namespace(NAMESPACE);
  }
}
