package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cli.Cli;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Tokens;
import dev.goldenrod.dataplane.tls.CertificateAuthority;
import dev.goldenrod.dataplane.tls.IssuedCertificates;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.testing.InMemoryStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code goldenrod up --tls} while servers are already running. */
class UpWithTlsTest {
  private static final String JAR = "goldenrod.server.jar";

  private final ControlPlane control = ControlPlane.builder().store(new InMemoryStore()).build();
  @TempDir private Path home;
  private Path data;

  @BeforeEach
  void makeUpAToken() throws IOException {
    data = Files.createDirectory(home.resolve("data"));
    String token = Tokens.newToken();
    control.members().letAdminIn(token);
    Files.writeString(data.resolve("admin-token"), token + "\n");
    System.setProperty(JAR, Files.createFile(home.resolve("goldenrod.jar")).toString());
  }

  @AfterEach
  void close() {
    System.clearProperty(JAR);
    control.close();
  }

  @Test
  void the_context_trusts_the_directorys_authority_alone_also_when_up_is_typed_again()
      throws IOException {
    Path folder = Files.createDirectories(data.resolve("certificates").resolve("api"));
    CertificateAuthority authority = CertificateAuthority.open(folder, Clock.systemUTC());
    IssuedCertificates certificates =
        new IssuedCertificates(authority, List.of("127.0.0.1"), Clock.systemUTC());
    try (ServerTls.ApiCertificate certificate =
        new ServerTls.ApiCertificate(certificates, folder)) {
      HttpApi server = serve(HttpOptions.defaults().withTls(certificate.files()));

      Result up = up(server, "--tls");

      assertThat(up.code()).as(up.text()).isZero();
      assertThat(up.text()).contains("https://127.0.0.1:" + server.port() + " is up");
      assertThat(type("whoami", "-o", "name").text()).contains("admin@localhost");
      assertThat(Files.readString(home.resolve(".config/goldenrod/authorities/local-data.pem")))
          .startsWith("-----BEGIN CERTIFICATE-----")
          .doesNotContain("PRIVATE KEY");
      Result again = up(server);
      assertThat(again.code()).as(again.text()).isZero();
      assertThat(again.text()).contains("https://127.0.0.1");
      server.close();
    }
  }

  @Test
  void a_server_that_is_up_without_it_is_told() {
    HttpApi server = serve(HttpOptions.defaults());

    Result up = up(server, "--tls");

    assertThat(up.code()).as(up.text()).isEqualTo(5);
    assertThat(up.text()).contains("without TLS is running", "goldenrod down --data-dir");
    server.close();
  }

  private HttpApi serve(HttpOptions options) {
    return HttpApi.create(control, options).start("127.0.0.1", 0);
  }

  private Result up(HttpApi server, String... options) {
    String[] words = {"up", "--port", String.valueOf(server.port()), "--data-dir", data.toString()};
    return type(Stream.of(words, options).flatMap(Stream::of).toArray(String[]::new));
  }

  private record Result(int code, String text) {}

  private Result type(String... words) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
    Map<String, String> environment = Map.of("HOME", home.toString());
    int code =
        new Cli(new Terminal(InputStream.nullInputStream(), out, out, environment, home, Set.of()))
            .execute(words);
    return new Result(code, text.toString(StandardCharsets.UTF_8));
  }
}
