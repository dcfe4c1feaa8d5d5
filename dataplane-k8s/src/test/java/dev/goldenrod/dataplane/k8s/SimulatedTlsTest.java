package dev.goldenrod.dataplane.k8s;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.tls.CertificateAuthority;
import dev.goldenrod.dataplane.tls.HostNames;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Origin;
import dev.goldenrod.port.Takeover;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V1Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real PostgreSQL servers with TLS in pods, and clients that verify the server. */
@Tag("simulated")
@Timeout(900)
@Tag("slow")
class SimulatedTlsTest {
  private static final String SECRET = "databases-tls";

  @TempDir Path folder;
  private SimulatedNamespace namespace;
  private KubernetesDataPlane plane;
  private ObservedDatabases databases;

  @BeforeEach
  void start_a_cluster() {
    namespace = SimulatedNamespace.startRestricted("tests");
  }

  @AfterEach
  void stop() {
    if (plane != null) {
      plane.close();
    }
    namespace.close();
  }

  @Test
  void certificates_of_the_namespace_s_own_authority_last_as_the_databases_do() throws Exception {
    open(KubernetesDataPlane.open(namespace.options().ownCertificates().build()));
    String authorities = plane.authorities().orElseThrow();
    DatabaseSpec main = ObservedDatabases.blank();
    databases.awaitReady(main);
    Credentials login = databases.login(main);

    assertThat(login.sslmode()).isEqualTo("verify-full");
    assertThat(login.uri()).endsWith("?sslmode=verify-full");
    assertThat(login.jdbcUrl()).endsWith("?sslmode=verify-full");
    assertIn(login, authorities);
    assertThatThrownBy(() -> connect(login, "sslmode=disable"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("no encryption");
    assertThatThrownBy(() -> connect(login, checkedBy(authority("other").pem())))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("SSL error");
    String service = "ep-" + main.id();
    assertThat(identity(main))
        .satisfies(pem -> assertThat(HostNames.covers(pem, service)).isTrue())
        .satisfies(pem -> assertThat(HostNames.covers(pem, service + ".tests.svc")).isTrue())
        .satisfies(pem -> assertThat(HostNames.covers(pem, "ep-other.tests.svc")).isFalse());

    DatabaseSpec reset = main.atGeneration(1);
    databases.awaitReady(reset);
    assertIn(databases.login(reset), authorities);
    DatabaseSpec branch = ObservedDatabases.of(new Origin.Database(main.id()));
    databases.awaitReady(branch);
    String ofBranch = identity(branch);
    assertThat(HostNames.covers(ofBranch, service + ".tests.svc")).isTrue();
    String endpoint = plane.databases().observe(main.id()).endpoint();
    databases.awaitReady(branch.takingOver(new Takeover(1, endpoint)));
    assertThat(plane.databases().observe(branch.id()).endpoint()).isEqualTo(endpoint);
    assertIn(databases.login(branch), authorities);
    assertThat(identity(branch)).isEqualTo(ofBranch).isNotEqualTo(identity(main));

    plane.close();
    open(namespace.connect());
    assertIn(databases.login(branch), authorities);
    assertThat(plane.databases().loginProblem(branch.id())).isEmpty();
    databases.awaitState(branch.stopped(), DatabaseState.STOPPED);
    databases.awaitReady(branch);
    assertThat(databases.login(branch).sslmode()).isEmpty();
    connect(databases.login(branch), "sslmode=disable").close();

    plane.close();
    open(KubernetesDataPlane.open(namespace.options().ownCertificates().build()));
    assertThat(plane.authorities()).contains(authorities);
    assertThat(databases.login(branch).sslmode()).isEmpty();
  }

  @Test
  void an_operator_s_certificate_is_renewed_while_servers_and_clients_go_on() throws Exception {
    assertThatThrownBy(this::openWithSecret)
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining("there is no Secret " + SECRET);
    CertificateAuthority first = authority("first");
    String pem = issued(first);
    create(first, pem);
    open(openWithSecret());
    DatabaseSpec spec = ObservedDatabases.blank();
    databases.awaitReady(spec);
    Credentials login = databases.login(spec);
    assertThat(login.sslmode()).isEqualTo("verify-full");
    assertIn(login, first.pem());

    CertificateAuthority second = authority("second");
    try (Connection session = connect(login, checkedBy(first.pem()))) {
      namespace.patchSecret(SECRET, data(second, issued(second)));
      Awaiting.await("the other certificate")
          .ignoreExceptionsInstanceOf(SQLException.class)
          .until(
              () -> {
                connect(login, checkedBy(second.pem())).close();
                return true;
              });
      assertThat(session.isValid(5)).isTrue();
    }
    assertThat(plane.authorities()).contains(second.pem());
    assertThat(databases.login(spec)).isEqualTo(login);
  }

  private void open(KubernetesDataPlane opened) {
    plane = opened;
    databases = new ObservedDatabases(plane);
  }

  private KubernetesDataPlane openWithSecret() {
    return KubernetesDataPlane.open(namespace.options().tlsSecret(SECRET).build());
  }

  private CertificateAuthority authority(String name) {
    return CertificateAuthority.open(folder.resolve(name), Clock.systemUTC());
  }

  private static String issued(CertificateAuthority authority) {
    return authority.issue(Set.of("127.0.0.1"), Duration.ofDays(1));
  }

  /** Creates the Secret as cert-manager does. */
  private void create(CertificateAuthority authority, String pem) throws ApiException {
    V1Secret secret =
        new V1Secret()
            .metadata(new V1ObjectMeta().name(SECRET))
            .type("kubernetes.io/tls")
            .putStringDataItem("tls.crt", pem.substring(0, keyOf(pem)))
            .putStringDataItem("tls.key", pem.substring(keyOf(pem)))
            .putStringDataItem("ca.crt", authority.pem());
    new CoreV1Api(namespace.cluster().client())
        .createNamespacedSecret(namespace.name(), secret)
        .execute();
  }

  private static String data(CertificateAuthority authority, String pem) {
    return "{\"data\": {\"tls.crt\": \"%s\", \"tls.key\": \"%s\", \"ca.crt\": \"%s\"}}"
        .formatted(
            encoded(pem.substring(0, keyOf(pem))),
            encoded(pem.substring(keyOf(pem))),
            encoded(authority.pem()));
  }

  private static int keyOf(String pem) {
    return pem.indexOf("-----BEGIN PRIVATE KEY");
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  private String identity(DatabaseSpec spec) throws ApiException {
    V1Secret secret =
        new CoreV1Api(namespace.cluster().client())
            .readNamespacedSecret("db-" + spec.id() + "-tls", namespace.name())
            .execute();
    return new String(
        Objects.requireNonNull(secret.getData()).get("server.pem"), StandardCharsets.US_ASCII);
  }

  private void assertIn(Credentials login, String authorities) throws SQLException, IOException {
    try (Connection connection =
            connect(login, checkedBy(authorities) + "&channelBinding=require");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).startsWith("TLSv1.");
    }
  }

  private String checkedBy(String authorities) throws IOException {
    Path file = Files.createTempFile(folder, "ca", ".pem");
    return "sslmode=verify-full&sslrootcert=" + Files.writeString(file, authorities);
  }

  private static Connection connect(Credentials login, String parameters) throws SQLException {
    String url =
        "jdbc:postgresql://%s:%d/%s?%s"
            .formatted(login.host(), login.port(), login.dbname(), parameters);
    return DriverManager.getConnection(url, login.username(), login.password());
  }
}
