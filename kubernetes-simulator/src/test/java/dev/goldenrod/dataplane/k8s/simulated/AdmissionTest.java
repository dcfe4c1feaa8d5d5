package dev.goldenrod.dataplane.k8s.simulated;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.dataplane.k8s.simulated.object.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("simulated")
class AdmissionTest {
  private static SimulatedCluster cluster;
  private static TestClient client;

  @BeforeAll
  static void start() {
    cluster = SimulatedCluster.start();
    cluster.createRestrictedNamespace("strict");
    client = new TestClient(cluster.client(), "strict");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void what_exceeds_a_quota_is_refused() {
    client.create(
        ResourceType.QUOTA,
        """
        {"metadata": {"name": "few"}, "spec": {"hard": {"services": "1"}}}
        """);
    client.create(ResourceType.SERVICE, service("first"));

    assertThat(client.tryCreate(ResourceType.SERVICE, service("second")).getStatus().getMessage())
        .isEqualTo(
            "services \"second\" is forbidden: exceeded quota: few, requested: services=1, used:"
                + " services=1, limited: services=1");
  }

  private static String service(String name) {
    return "{\"metadata\": {\"name\": \"%s\"}, \"spec\": {\"ports\": [{\"port\": 1}]}}"
        .formatted(name);
  }

  @Test
  void a_pod_that_violates_the_restricted_standard_is_refused() {
    String pod =
        """
        {"metadata": {"name": "loose"}, "spec": {"containers": [{"name": "a", "image": "b"}]}}
        """;

    assertThat(client.tryCreate(ResourceType.POD, pod).getStatus().getMessage())
        .startsWith("pods \"loose\" is forbidden: violates PodSecurity \"restricted:latest\"")
        .contains("runAsNonRoot != true", "seccompProfile", "unrestricted capabilities");
  }
}
