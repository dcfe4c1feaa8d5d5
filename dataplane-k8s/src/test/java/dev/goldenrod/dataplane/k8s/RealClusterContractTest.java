package dev.goldenrod.dataplane.k8s;

import dev.goldenrod.dataplane.k8s.KubernetesOptions.ServiceType;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlane;
import dev.goldenrod.port.Origin;
import dev.goldenrod.testkit.dataplane.DataPlaneRestartContract;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Tag;

/** Databases on the cluster that {@code GOLDENROD_TEST_KUBECONFIG} names. */
@Tag("cluster")
class RealClusterContractTest extends DataPlaneRestartContract {
  private KubernetesDataPlane plane;

  @Override
  protected DataPlane open() {
    plane =
        KubernetesDataPlane.open(
            KubernetesOptions.builder()
                .kubeconfig(
                    Path.of(Objects.requireNonNull(System.getenv("GOLDENROD_TEST_KUBECONFIG"))))
                .namespace("contract")
                .serviceType(ServiceType.NODE_PORT)
                .nodeHost("127.0.0.1")
                .build());
    return plane;
  }

  @Override
  protected DataPlane reopen() {
    plane.close();
    return open();
  }

  @Override
  protected Origin origin() {
    return new Origin.Blank("postgresql", "15");
  }

  @Override
  protected Origin.Blank blank() {
    return new Origin.Blank("postgresql", "15");
  }

  @Override
  protected void write(Credentials login, String value) throws SQLException {
    KeptValue.write(login, value);
  }

  @Override
  protected String read(Credentials login) throws SQLException {
    return KeptValue.read(login);
  }

  @Override
  protected Duration patience() {
    return Duration.ofSeconds(45);
  }
}
