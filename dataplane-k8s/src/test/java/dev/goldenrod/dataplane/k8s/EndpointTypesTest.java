package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.dataplane.k8s.simulated.SimulatedCluster;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Endpoints that the server itself cannot reach. */
@Tag("simulated")
@Tag("slow")
class EndpointTypesTest {
  private static final String NAMESPACE = "endpoints";

  @TempDir static Path folder;
  private static SimulatedCluster cluster;

  private final DatabaseSpec spec =
      DatabaseSpec.of(
          UUID.randomUUID(), new Origin.Blank("postgresql", "15"), new Resources(512, 0, 0));

  @BeforeAll
  static void start_a_cluster() throws IOException {
    cluster = SimulatedCluster.start();
    cluster.createNamespace(NAMESPACE);
    Files.writeString(folder.resolve("kubeconfig"), cluster.kubeconfig());
  }

  @AfterAll
  static void stop_the_cluster() {
    cluster.close();
  }

  @Test
  void within_the_cluster_it_is_the_services_name() {
    assertThat(endpoint(ServiceType.CLUSTER_IP))
        .isEqualTo("ep-%s.%s.svc:5432".formatted(spec.id(), NAMESPACE));
  }

  @Test
  void a_load_balancer_has_the_address_that_the_cluster_assigns() throws ApiException {
    assertThat(endpoint(ServiceType.LOAD_BALANCER)).isEqualTo(assigned() + ":5432");
  }

  private String assigned() throws ApiException {
    return Objects.requireNonNull(
        new CoreV1Api(cluster.client())
            .readNamespacedService("ep-" + spec.id(), NAMESPACE)
            .execute()
            .getStatus()
            .getLoadBalancer()
            .getIngress()
            .get(0)
            .getIp());
  }

  private String endpoint(ServiceType type) {
    try (KubernetesDataPlane plane = KubernetesDataPlane.open(options(type))) {
      plane.databases().ensure(spec);
      Awaitility.await()
          .atMost(Duration.ofMinutes(8))
          .until(() -> plane.databases().observe(spec.id()).state() == DatabaseState.READY);
      Credentials login = plane.databases().credentials(spec.id()).orElseThrow();
      String endpoint = plane.databases().observe(spec.id()).endpoint();
      assertThat(login.host() + ":" + login.port()).isEqualTo(endpoint);
      return endpoint;
    }
  }

  private static KubernetesOptions options(ServiceType type) {
    return KubernetesOptions.builder()
        .kubeconfig(folder.resolve("kubeconfig"))
        .namespace(NAMESPACE)
        .serviceType(type)
        .build();
  }
}
