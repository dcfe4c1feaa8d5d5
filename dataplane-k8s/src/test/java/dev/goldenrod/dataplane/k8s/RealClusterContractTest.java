package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions;
import dev.goldenrod.dataplane.k8s.options.KubernetesOptions.ServiceType;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.VersionRef;
import dev.goldenrod.source.SourceConnection;
import dev.goldenrod.testkit.dataplane.DataPlaneContractArchives;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.util.Config;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/**
 * The contract tests on the cluster of {@code GOLDENROD_TEST_KUBECONFIG}, in namespaces of their
 * own and with a source in that cluster.
 */
@Tag("cluster")
class RealClusterContractTest extends KubernetesContract {
  private static final String SOURCE_NAMESPACE = "contract-source";
  private static final UUID SOURCE = UUID.nameUUIDFromBytes(new byte[] {1});
  private static SourceConnection source;
  private static VersionRef made;

  @Nested
  class Archives extends DataPlaneContractArchives {}

  @BeforeAll
  static void make_a_source() throws IOException, ApiException {
    ApiClient client = Config.fromConfig(kubeconfig().toString());
    CoreV1Api api = new CoreV1Api(client);
    for (String name : new String[] {NAMESPACE, SOURCE_NAMESPACE}) {
      ensureNamespace(api, name);
    }
    try (KubernetesDataPlane plane = KubernetesDataPlane.open(options(SOURCE_NAMESPACE))) {
      plane
          .databases()
          .ensure(
              DatabaseSpec.of(
                  SOURCE, new Origin.Blank("postgresql", "15"), new Resources(512, 0, 0)));
      Awaitility.await("the source is ready")
          .atMost(Duration.ofMinutes(8))
          .until(() -> plane.databases().observe(SOURCE).state() == DatabaseState.READY);
      Credentials login = plane.databases().credentials(SOURCE).orElseThrow();
      String address =
          api.readNamespacedService("ep-" + SOURCE, SOURCE_NAMESPACE)
              .execute()
              .getSpec()
              .getClusterIP();
      source = new SourceConnection(address, 5432, login.dbname(), login.username(), "", "source");
      putSecret(api, login.password());
    }
  }

  @AfterAll
  static void take_the_version_away_and_leave_none() {
    try (KubernetesDataPlane plane = KubernetesDataPlane.open(options(NAMESPACE))) {
      if (made != null) {
        Awaitility.await("the version is gone")
            .atMost(Duration.ofMinutes(8))
            .until(() -> plane.versions().remove(made));
      }
      assertThat(plane.inventory().handles()).isEmpty();
    }
  }

  private static void ensureNamespace(CoreV1Api api, String name) throws ApiException {
    try {
      api.readNamespace(name).execute();
    } catch (ApiException missing) {
      api.createNamespace(
              new V1Namespace()
                  .metadata(
                      new V1ObjectMeta()
                          .name(name)
                          .labels(Map.of("pod-security.kubernetes.io/enforce", "restricted"))))
          .execute();
    }
  }

  private static void putSecret(CoreV1Api api, String password) throws ApiException {
    V1Secret secret =
        new V1Secret()
            .metadata(new V1ObjectMeta().name("source"))
            .stringData(Map.of("password", password));
    try {
      api.createNamespacedSecret(NAMESPACE, secret).execute();
    } catch (ApiException there) {
      api.replaceNamespacedSecret("source", NAMESPACE, secret).execute();
    }
  }

  private static Path kubeconfig() {
    return Path.of(Objects.requireNonNull(System.getenv("GOLDENROD_TEST_KUBECONFIG")));
  }

  private static KubernetesOptions options(String namespace) {
    return KubernetesOptions.builder()
        .kubeconfig(kubeconfig())
        .namespace(namespace)
        .serviceType(ServiceType.NODE_PORT)
        .nodeHost("127.0.0.1")
        .build();
  }

  @Override
  KubernetesOptions options() {
    return options(NAMESPACE);
  }

  @Override
  SourceConnection source() {
    return source;
  }

  @Override
  VersionRef made() {
    return made;
  }

  @Override
  void remember(VersionRef version) {
    made = version;
  }
}
