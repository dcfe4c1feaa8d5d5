package dev.goldenrod.dataplane.k8s.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.k8s.KubernetesDataPlane;
import dev.goldenrod.dataplane.k8s.simulated.ServerSignals;
import dev.goldenrod.dataplane.tls.CertificateAuthority;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real MySQL in a pod that requires TLS, with a certificate as cert-manager renews it. */
@Tag("simulated")
@Tag("slow")
class MySqlTlsOnKubernetesTest {
  private static final String SECRET = "databases-tls";
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  @TempDir Path folder;

  @Test
  void it_takes_a_certificate_of_another_authority_while_clients_go_on() throws Exception {
    CertificateAuthority first = authority("first");
    MySql engine = new MySql();
    try (engine;
        EngineCluster cluster = new EngineCluster(engine, folder)) {
      cluster.replace(secret(first));
      try (KubernetesDataPlane plane = cluster.open(SECRET)) {
        DatabaseSpec spec =
            DatabaseSpec.of(UUID.randomUUID(), engine.blank(), new Resources(512, 0, 0));
        plane.databases().ensure(spec);
        Awaitility.await()
            .atMost(PATIENCE)
            .until(() -> plane.databases().observe(spec.id()).state() == DatabaseState.READY);
        Credentials login = plane.databases().credentials(spec.id()).orElseThrow();
        ServerSignals server = cluster.server(spec.id());
        assertThat(login.jdbcUrl()).endsWith("?sslMode=VERIFY_IDENTITY");
        assertThatThrownBy(
                () -> connect(login, "sslMode=disable&allowPublicKeyRetrieval=true").close())
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("insecure transport");

        CertificateAuthority second = authority("second");
        try (Connection session = connect(login, checkedBy(first))) {
          cluster.replace(secret(second));
          Awaitility.await()
              .atMost(PATIENCE)
              .ignoreExceptionsInstanceOf(SQLException.class)
              .until(() -> isIn(login, second));
          assertThat(session.isValid(5)).isTrue();
        }
        assertThat(cluster.server(spec.id())).isEqualTo(server);
        assertThat(plane.databases().loginProblem(spec.id())).isEmpty();
      }
    }
  }

  private CertificateAuthority authority(String name) {
    return CertificateAuthority.open(folder.resolve(name), Clock.systemUTC());
  }

  private static V1Secret secret(CertificateAuthority authority) {
    String pem = authority.issue(Set.of("127.0.0.1"), Duration.ofDays(1));
    int key = pem.indexOf("-----BEGIN PRIVATE KEY");
    return new V1Secret()
        .metadata(new V1ObjectMeta().name(SECRET))
        .type("kubernetes.io/tls")
        .putStringDataItem("tls.crt", pem.substring(0, key))
        .putStringDataItem("tls.key", pem.substring(key))
        .putStringDataItem("ca.crt", authority.pem());
  }

  private boolean isIn(Credentials login, CertificateAuthority authority)
      throws SQLException, IOException {
    try (Connection connection = connect(login, checkedBy(authority))) {
      return connection.isValid(5);
    }
  }

  private String checkedBy(CertificateAuthority authority) throws IOException {
    Path ca = Files.createTempFile(folder, "ca", ".pem");
    return "sslMode=verify-full&serverSslCert=" + Files.writeString(ca, authority.pem());
  }

  private static Connection connect(Credentials login, String parameters) throws SQLException {
    String url =
        "jdbc:mariadb://%s:%d/%s?%s"
            .formatted(login.host(), login.port(), login.dbname(), parameters);
    return DriverManager.getConnection(url, login.username(), login.password());
  }
}
