package dev.goldenrod.dataplane.k8s.client;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import dev.goldenrod.port.DataPlaneException;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1SecretList;
import io.kubernetes.client.util.CallGeneratorParams;
import io.kubernetes.client.util.generic.GenericKubernetesApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Repeated refusals have equal messages, so that a lasting problem is logged once. */
@Tag("simulated")
class SelectedObjectsTest {
  private final CallGeneratorParams now = new CallGeneratorParams(false, null, null);
  private SimulatedCluster cluster;
  private ClusterConnection connection;
  private SelectedObjects<V1Secret, V1SecretList> secrets;

  @BeforeEach
  void connect() {
    cluster = SimulatedCluster.withoutProcesses("127.0.0.1", PodAccess.NONE);
    connection =
        ClusterConnection.open(
            KubernetesOptions.builder().kubeconfig(cluster.kubeconfigFile()).build());
    secrets =
        new SelectedObjects<>(
            new GenericKubernetesApi<>(
                V1Secret.class, V1SecretList.class, "", "v1", "secrets", connection.watches()),
            "secrets",
            "goldenrod",
            Labels.SELECTOR,
            () -> {});
  }

  @AfterEach
  void disconnect() {
    connection.close();
    cluster.close();
  }

  @Test
  void a_list_that_the_api_server_refuses_fails_with_its_message() {
    cluster.faults().fail(1, "list", "secrets", 404);

    assertThatThrownBy(() -> secrets.list(now))
        .isInstanceOf(DataPlaneException.class)
        .hasMessage("cannot list secrets: simulated 404");
  }

  @Test
  void a_watch_that_the_role_does_not_allow_fails_with_the_missing_right() throws Exception {
    cluster.faults().forbid("watch", "secrets");
    secrets.list(now);

    assertThatThrownBy(() -> secrets.watch(now))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageMatching("cannot watch secrets: the role of \\S+ lacks 'watch' on secrets; .*");
  }
}
