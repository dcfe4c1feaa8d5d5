package dev.goldenrod.dataplane.local.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.engine.CachedMySql;
import dev.goldenrod.dataplane.tls.CertificateAuthority;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseSpec;
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
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real MySQL that requires TLS, and clients that verify its certificate. */
@Tag("slow")
class MySqlTlsTest {
  @TempDir Path folder;
  @TempDir Path given;
  private MySqlFixture mysql;
  private CertificateAuthority first;

  @BeforeEach
  void have_it_speak_tls() throws IOException {
    first = authority("first");
    give(first);
    mysql = new MySqlFixture(folder);
    mysql.restart(given.resolve("tls.crt"), given.resolve("tls.key"), given.resolve("ca.crt"));
  }

  @AfterEach
  void take_all_away() {
    mysql.close();
  }

  @Test
  void clients_check_it_and_go_on_when_its_certificate_is_one_of_another_authority()
      throws Exception {
    DatabaseSpec spec = mysql.ready();
    Credentials login = mysql.login(spec);

    assertThat(login.sslmode()).isEqualTo("verify-full");
    assertThat(login.uri()).endsWith("/app?sslMode=VERIFY_IDENTITY");
    assertThat(login.jdbcUrl()).endsWith("/app?sslMode=VERIFY_IDENTITY");
    assertThat(cipher(login, first)).isNotEmpty();
    assertThatThrownBy(
            () -> MySqlFixture.connect(login, "sslMode=disable&allowPublicKeyRetrieval=true"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("insecure transport");
    assertThatThrownBy(() -> cipher(login, authority("stranger"))).isInstanceOf(SQLException.class);
    assertThat(client(login, first, "VERIFY_IDENTITY")).contains("goldenrod@%");
    assertThat(client(login, first, "DISABLED")).contains("insecure transport");
    assertThat(mysql.plane().databases().loginProblem(spec.id())).isEmpty();

    ProcessHandle server = mysql.server(spec).orElseThrow();
    CertificateAuthority second = authority("second");
    try (Connection session = connect(login, first)) {
      give(second);
      MySqlFixture.await("the other certificate")
          .ignoreExceptionsInstanceOf(SQLException.class)
          .until(() -> !cipher(login, second).isEmpty());
      assertThat(session.isValid(5)).isTrue();
    }
    assertThat(mysql.server(spec)).contains(server);
    assertThat(mysql.plane().databases().loginProblem(spec.id())).isEmpty();

    DatabaseSpec branch = MySqlFixture.branchOf(spec);
    mysql.ready(branch);
    assertThat(cipher(mysql.login(branch), second)).isNotEmpty();
    mysql.stopped(spec);
    mysql.ready(spec);
    assertThat(cipher(login, second)).isNotEmpty();
  }

  private CertificateAuthority authority(String name) {
    return CertificateAuthority.open(given.resolve(name), Clock.systemUTC());
  }

  private void give(CertificateAuthority authority) throws IOException {
    String pem = authority.issue(Set.of("127.0.0.1"), Duration.ofDays(1));
    int key = pem.indexOf("-----BEGIN PRIVATE KEY");
    Files.writeString(given.resolve("tls.crt"), pem.substring(0, key));
    Files.writeString(given.resolve("tls.key"), pem.substring(key));
    Files.writeString(given.resolve("ca.crt"), authority.pem());
  }

  /** Uses the database's URL, whose scheme the driver accepts only if told to. */
  private Connection connect(Credentials login, CertificateAuthority authority)
      throws SQLException, IOException {
    Path ca = Files.writeString(Files.createTempFile(given, "ca", ".pem"), authority.pem());
    return DriverManager.getConnection(
        login.jdbcUrl() + "&permitMysqlScheme&serverSslCert=" + ca,
        login.username(),
        login.password());
  }

  private String cipher(Credentials login, CertificateAuthority authority)
      throws SQLException, IOException {
    try (Connection connection = connect(login, authority);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SHOW SESSION STATUS LIKE 'Ssl_cipher'")) {
      assertThat(rows.next()).isTrue();
      return rows.getString(2);
    }
  }

  private String client(Credentials login, CertificateAuthority authority, String mode)
      throws Exception {
    Path ca = Files.writeString(Files.createTempFile(given, "ca", ".pem"), authority.pem());
    ProcessBuilder command =
        new ProcessBuilder(
            mysql.root().resolve("engines/mysql-" + CachedMySql.RELEASE + "/bin/mysql").toString(),
            "--no-defaults",
            "--batch",
            "--ssl-ca=" + ca,
            "--ssl-mode=" + mode,
            "--host=" + login.host(),
            "--port=" + login.port(),
            "--user=" + login.username(),
            "--execute=SELECT current_user()");
    command.environment().put("MYSQL_PWD", login.password());
    Process process = command.redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return printed;
  }
}
