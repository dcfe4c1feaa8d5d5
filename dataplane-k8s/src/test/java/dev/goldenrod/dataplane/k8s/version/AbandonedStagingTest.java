package dev.goldenrod.dataplane.k8s.version;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import dev.goldenrod.dataplane.k8s.client.ClusterApi;
import dev.goldenrod.dataplane.k8s.client.ClusterConnection;
import dev.goldenrod.dataplane.k8s.manifest.Annotations;
import dev.goldenrod.dataplane.k8s.manifest.Labels;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.dataplane.k8s.simulated.api.PodAccess;
import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import dev.goldenrod.dataplane.k8s.simulated.object.Tree;
import dev.goldenrod.dataplane.k8s.template.Templates;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Staging objects that a killed server has left. */
@Tag("simulated")
class AbandonedStagingTest {
  private static final String NAMESPACE = "staging";
  private static final String RESULT = "blank-postgresql-15";

  private final UUID id = UUID.randomUUID();
  private final String place = PreparedLeftovers.stagingName(RESULT, id);
  private SimulatedCluster cluster;
  private ClusterConnection connection;
  private ClusterApi api;
  private AbandonedStaging abandoned;

  @BeforeEach
  void connect() {
    cluster = SimulatedCluster.withoutProcesses("127.0.0.1", PodAccess.NONE);
    cluster.createNamespace(NAMESPACE);
    KubernetesOptions options =
        KubernetesOptions.builder()
            .kubeconfig(cluster.kubeconfigFile())
            .namespace(NAMESPACE)
            .build();
    connection = ClusterConnection.open(options);
    api = ClusterApi.open(connection, NAMESPACE, Labels.SELECTOR, Templates.none());
    abandoned = new AbandonedStaging(api, Duration.ZERO);
  }

  @AfterEach
  void disconnect() {
    api.close();
    connection.close();
    cluster.close();
  }

  @Test
  void a_staging_place_that_no_server_changes_any_more_goes_though_its_data_is_never_made() {
    makeSecret(place);

    abandoned.sweep();
    assertThat(isThere(place)).isTrue();
    abandoned.sweep();

    Awaitility.await().until(() -> !isThere(place));
  }

  @Test
  void a_staging_place_whose_server_changes_it_between_sweeps_stays() {
    makeSecret(place);

    abandoned.sweep();
    api.secrets().merge(place, Annotations.patch(Map.of("beat", "1")));
    abandoned.sweep();

    assertThat(isThere(place)).isTrue();
  }

  @Test
  void a_staging_place_is_not_removed_before_the_silence_is_over() {
    AbandonedStaging patient = new AbandonedStaging(api, Duration.ofDays(1));
    makeSecret(place);

    patient.sweep();
    patient.sweep();

    assertThat(isThere(place)).isTrue();
  }

  @Test
  void data_that_was_made_stays_however_long_nobody_changes_it() {
    makeSecret(RESULT);

    abandoned.sweep();
    abandoned.sweep();

    assertThat(isThere(RESULT)).isTrue();
  }

  private void makeSecret(String name) {
    JsonObject labels = Tree.of("app.kubernetes.io/managed-by", "goldenrod");
    labels.addProperty(Labels.BLANK, id.toString());
    JsonObject secret = Tree.of("metadata", Tree.of("name", name, "labels", labels));
    cluster.objects().create(ResourceType.SECRET, NAMESPACE, secret);
    Awaitility.await().until(() -> api.secrets().cache().get(name).isPresent());
  }

  private boolean isThere(String name) {
    return cluster.objects().find(ResourceType.SECRET, NAMESPACE, name).isPresent();
  }
}
