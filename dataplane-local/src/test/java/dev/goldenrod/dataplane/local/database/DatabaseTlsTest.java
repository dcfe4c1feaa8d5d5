package dev.goldenrod.dataplane.local.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.tls.CertificateAuthority;
import dev.goldenrod.dataplane.tls.IssuedCertificates;
import dev.goldenrod.dataplane.tls.OperatorCertificates;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.DatabaseState;
import dev.goldenrod.port.Takeover;
import dev.goldenrod.testing.MutableClock;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real PostgreSQL servers with TLS, and clients that verify their certificates. */
class DatabaseTlsTest {
  private static final Duration LONG_AGO = Duration.ofDays(61);

  @TempDir Path dataDir;
  @TempDir Path folder;

  /** In the past, so that issued certificates are valid now but due for renewal. */
  private final MutableClock clock = new MutableClock(Instant.now().minus(LONG_AGO));

  private DatabaseFixture fixture;
  private CertificateAuthority authority;

  @BeforeEach
  void have_databases_speak_tls() throws IOException {
    fixture = new DatabaseFixture(dataDir);
    authority = CertificateAuthority.open(folder.resolve("ours"), clock);
    fixture.restart(certificates());
  }

  private IssuedCertificates certificates() {
    return new IssuedCertificates(authority, List.of("127.0.0.1"), clock);
  }

  @AfterEach
  void take_all_away() {
    fixture.close();
  }

  @Test
  void clients_can_check_the_server_and_others_are_refused() throws Exception {
    DatabaseSpec spec = DatabaseFixture.spec();
    fixture.ready(spec);
    Credentials login = fixture.login(spec);

    assertThat(login.sslmode()).isEqualTo("verify-full");
    assertThat(login.uri()).endsWith("/" + login.dbname() + "?sslmode=verify-full");
    assertThat(query(login, checked() + "&channelBinding=require", "SELECT name FROM app.item"))
        .isEqualTo("tea");
    assertThat(
            query(
                login,
                checked(),
                "SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl"))
        .startsWith("TLSv1.");
    assertThatThrownBy(() -> query(login, "sslmode=disable", "SELECT 1"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("no encryption");
    assertThatThrownBy(() -> query(login, "sslmode=verify-full&sslrootcert=" + other(), "SELECT 1"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("SSL error");
    assertThat(fixture.databases().loginProblem(spec.id())).isEmpty();
  }

  @Test
  void what_the_engine_has_of_the_key_its_user_can_read_and_no_more() throws Exception {
    DatabaseSpec spec = DatabaseFixture.spec();
    fixture.ready(spec);

    Path key = fixture.volume(spec).conf().resolve("server.pem");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isIn("rw-------", "rw-r-----");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("ours/authority.pem"))))
        .isEqualTo("rw-------");
  }

  @Tag("slow")
  @Test
  void it_outlives_a_reset_a_kill_of_both_and_a_takeover() throws Exception {
    DatabaseSpec main = DatabaseFixture.spec();
    fixture.ready(main);
    DatabaseSpec reset = DatabaseFixture.next(main);
    fixture.ready(reset);
    Credentials login = fixture.login(reset);
    BigInteger serial = serial(reset);
    assertThat(query(login, checked(), "SELECT name FROM app.item")).isEqualTo("tea");

    ProcessHandle server = fixture.postmaster(reset);
    server.destroyForcibly();
    server.onExit().join();
    fixture.restart();
    fixture.await(reset, DatabaseState.READY);
    assertThat(query(login, checked(), "SELECT name FROM app.item")).isEqualTo("tea");
    assertThat(serial(reset)).isEqualTo(serial);

    DatabaseSpec branch = DatabaseFixture.branchOf(reset);
    fixture.ready(branch);
    assertThat(serial(branch)).isNotEqualTo(serial);
    DatabaseSpec promoted = branch.takingOver(new Takeover(1, login.host() + ":" + login.port()));
    fixture.databases().ensure(promoted);
    DatabaseFixture.await("the branch has the endpoint")
        .until(
            () -> fixture.databases().observe(branch.id()),
            seen ->
                seen.state() == DatabaseState.READY
                    && seen.endpoint().equals(login.host() + ":" + login.port()));
    assertThat(query(fixture.login(branch), checked(), "SELECT name FROM app.item"))
        .isEqualTo("tea");
  }

  @Test
  void a_certificate_is_renewed_before_it_expires_while_the_server_and_its_clients_go_on()
      throws Exception {
    DatabaseSpec spec = DatabaseFixture.spec();
    fixture.ready(spec);
    Credentials login = fixture.login(spec);
    ProcessHandle server = fixture.postmaster(spec);
    BigInteger serial = serial(spec);
    try (Connection session = connect(login, checked())) {
      fixture.databases().renewCertificates();
      assertThat(serial(spec)).isEqualTo(serial);

      clock.advance(LONG_AGO);
      awaitAnother(spec, serial);

      assertThat(fixture.postmaster(spec)).isEqualTo(server);
      assertThat(session.isValid(5)).isTrue();
    }
    assertThat(query(login, checked(), "SELECT name FROM app.item")).isEqualTo("tea");
  }

  @Tag("slow")
  @Test
  void an_operator_s_certificate_is_used_and_renewed_when_the_files_change() throws Exception {
    Path certificate = folder.resolve("tls.crt");
    Path key = folder.resolve("tls.key");
    give(certificate, key);
    fixture.restart(
        new OperatorCertificates(
            certificate,
            key,
            Optional.of(Files.writeString(folder.resolve("ca.crt"), authority.pem())),
            "127.0.0.1",
            Clock.systemUTC()));
    DatabaseSpec spec = DatabaseFixture.spec();
    fixture.ready(spec);
    Credentials login = fixture.login(spec);
    assertThat(login.sslmode()).isEqualTo("verify-full");
    assertThat(query(login, checked(), "SELECT name FROM app.item")).isEqualTo("tea");
    BigInteger serial = serial(spec);

    Files.writeString(key, "no key");
    DatabaseSpec reset = DatabaseFixture.next(spec);
    fixture.ready(reset);
    assertThat(serial(reset)).isEqualTo(serial);

    ProcessHandle server = fixture.postmaster(reset);
    give(certificate, key);
    awaitAnother(reset, serial);
    assertThat(fixture.postmaster(reset)).isEqualTo(server);
    assertThat(query(login, checked(), "SELECT name FROM app.item")).isEqualTo("tea");
  }

  /** Writes an operator's files, with a new certificate each time. */
  private void give(Path certificate, Path key) throws IOException {
    String pem = authority.issue(Set.of("127.0.0.1"), LONG_AGO.multipliedBy(2));
    int start = pem.indexOf("-----BEGIN PRIVATE KEY");
    Files.writeString(certificate, pem.substring(0, start));
    Files.writeString(key, pem.substring(start));
  }

  private void awaitAnother(DatabaseSpec spec, BigInteger serial) {
    DatabaseFixture.await("another certificate")
        .until(
            () -> {
              fixture.databases().renewCertificates();
              return serial(spec);
            },
            shown -> !shown.equals(serial));
  }

  @Tag("slow")
  @Test
  void a_database_that_runs_goes_on_as_it_was_started() throws Exception {
    DatabaseSpec spec = DatabaseFixture.spec();
    fixture.ready(spec);
    fixture.restart((IssuedCertificates) null);
    fixture.await(spec, DatabaseState.READY);

    assertThat(fixture.login(spec).sslmode()).isEqualTo("verify-full");
    assertThat(fixture.databases().loginProblem(spec.id())).isEmpty();

    fixture.databases().ensure(spec.stopped());
    fixture.await(spec, DatabaseState.STOPPED);
    fixture.ready(spec);
    assertThat(fixture.login(spec).sslmode()).isEmpty();
    assertThat(fixture.login(spec).uri()).doesNotContain("?");
    assertThat(query(fixture.login(spec), "sslmode=disable", "SELECT name FROM app.item"))
        .isEqualTo("tea");

    fixture.restart(certificates());
    fixture.await(spec, DatabaseState.READY);
    assertThat(fixture.login(spec).sslmode()).isEmpty();
    assertThat(fixture.databases().loginProblem(spec.id())).isEmpty();
  }

  private String checked() throws IOException {
    return "sslmode=verify-full&sslrootcert="
        + Files.writeString(folder.resolve("ca.pem"), authority.pem());
  }

  private Path other() throws IOException {
    CertificateAuthority stranger =
        CertificateAuthority.open(folder.resolve("other"), Clock.systemUTC());
    return Files.writeString(folder.resolve("other.pem"), stranger.pem());
  }

  private BigInteger serial(DatabaseSpec spec) throws Exception {
    return PresentedCertificate.of(fixture.login(spec).port()).getSerialNumber();
  }

  private static String query(Credentials login, String parameters, String sql)
      throws SQLException {
    try (Connection connection = connect(login, parameters);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static Connection connect(Credentials login, String parameters) throws SQLException {
    String url =
        "jdbc:postgresql://%s:%d/%s?%s"
            .formatted(login.host(), login.port(), login.dbname(), parameters);
    return DriverManager.getConnection(url, login.username(), login.password());
  }
}
