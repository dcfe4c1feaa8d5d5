package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.cli.Cli;
import dev.goldenrod.cli.terminal.Terminal;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.dataplane.tls.CertificateAuthority;
import dev.goldenrod.dataplane.tls.IssuedCertificates;
import dev.goldenrod.http.HttpApi;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.member.Role;
import dev.goldenrod.testing.InMemoryStore;
import dev.goldenrod.testing.MutableClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Logs in with the fingerprint that a server with a self-issued certificate printed. */
class PinnedLoginTest {
  /** Time after which a certificate issued now has been renewed. */
  private static final Duration LATER = Duration.ofDays(61);

  private final MutableClock clock = new MutableClock(Instant.now().minus(LATER));
  private final ControlPlane control = ControlPlane.builder().store(new InMemoryStore()).build();
  @TempDir private Path folder;
  @TempDir private Path home;
  @TempDir private Path elsewhere;
  private CertificateAuthority authority;
  private ServerTls.ApiCertificate certificate;
  private HttpApi server;
  private String token;

  @BeforeEach
  void serve() {
    authority = CertificateAuthority.open(folder, clock);
    certificate = certificate();
    server =
        HttpApi.create(control, HttpOptions.defaults().withTls(certificate.files()))
            .start("127.0.0.1", 0);
    token = control.tokens().create(control.admin(), "client", 0).secret();
  }

  private ServerTls.ApiCertificate certificate() {
    return new ServerTls.ApiCertificate(
        new IssuedCertificates(authority, List.of("127.0.0.1"), clock), folder);
  }

  @AfterEach
  void stop() {
    server.close();
    certificate.close();
    control.close();
  }

  @Test
  void it_is_let_in_by_the_right_one_also_after_a_renewal() throws Exception {
    Result login = login(authority.fingerprint());
    assertThat(login.code()).as(login.text()).isZero();
    assertThat(type("", "whoami", "-o", "name").text()).contains("admin@localhost");

    String before = Files.readString(folder.resolve("api.pem"));
    clock.advance(LATER);
    certificate.close();
    certificate = certificate();
    assertThat(Files.readString(folder.resolve("api.pem"))).isNotEqualTo(before);
    Path first = home;
    home = elsewhere;
    assertThat(login(fingerprint(before)).code()).isZero();
    Awaitility.await("the server shows the other one")
        .atMost(Duration.ofMinutes(8))
        .until(() -> login(fingerprint(before)).code() == 4);
    home = first;

    assertThat(type("", "whoami", "-o", "name").text()).contains("admin@localhost");
    assertThat(login(openSsl(authority.fingerprint())).code()).isZero();
  }

  @Test
  void it_sends_no_token_to_a_server_with_another_one() {
    CertificateAuthority other = CertificateAuthority.open(folder.resolve("other"), clock);

    Result login = login(other.fingerprint());

    assertThat(login.code()).isEqualTo(4);
    assertThat(login.text())
        .contains("has no certificate with that fingerprint")
        .doesNotContain(token);
    assertThat(home.resolve(".config")).doesNotExist();
    assertThat(login("sha256:1234").code()).isEqualTo(2);
  }

  @Test
  void an_invite_is_accepted_by_a_fingerprint_or_a_file_alone() throws IOException {
    String address = "https://127.0.0.1:" + server.port();
    CertificateAuthority other = CertificateAuthority.open(folder.resolve("other"), clock);

    assertThat(accept(address, "a").code()).isEqualTo(7);
    Result stranger = accept(address, "b", "--fingerprint", other.fingerprint());
    assertThat(stranger.code()).isEqualTo(4);
    assertThat(stranger.text()).contains("has no certificate with that fingerprint");
    Result pinned = accept(address, "c", "--fingerprint", authority.fingerprint());
    assertThat(pinned.code()).as(pinned.text()).isZero();
    Path authorities = home.resolve(".config/goldenrod/authorities");
    try (var files = Files.list(authorities)) {
      Result byFile = accept(address, "d", "--ca", files.findFirst().orElseThrow().toString());
      assertThat(byFile.code()).as(byFile.text()).isZero();
    }
  }

  private Result accept(String address, String who, String... trust) {
    String invite =
        control.invites().create(control.admin(), who + "@example.com", Role.USER, 3600).secret();
    List<String> words = new ArrayList<>(List.of("invite", "accept", "--stdin", "--url", address));
    words.addAll(List.of(trust));
    return type(invite + "\na long password\n", words.toArray(String[]::new));
  }

  @Test
  void a_certificate_of_an_unknown_authority_is_called_so_with_the_way_out() {
    String address = "https://127.0.0.1:" + server.port();
    Map<String, String> untrusting =
        Map.of("HOME", home.toString(), "GOLDENROD_URL", address, "GOLDENROD_TOKEN", token);

    Result list = typeIn(untrusting, "", "database", "list");
    assertThat(list.code()).isEqualTo(7);
    assertThat(list.text())
        .contains("its certificate is not signed by a trusted authority", "--ca", "--fingerprint")
        .doesNotContain("PKIX", token);
    assertThat(typeIn(untrusting, "", "doctor").text())
        .contains("--ca", "--fingerprint")
        .doesNotContain("firewall");
  }

  /** Returns the fingerprint of the first certificate, which is the server's own. */
  private static String fingerprint(String pem) throws GeneralSecurityException {
    Certificate own =
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(own.getEncoded());
    return "sha256:" + HexFormat.of().formatHex(hash);
  }

  /** Formats a fingerprint as {@code openssl x509 -fingerprint} does. */
  private static String openSsl(String fingerprint) {
    return fingerprint
        .substring("sha256:".length())
        .toUpperCase(Locale.ROOT)
        .replaceAll("..(?!$)", "$0:");
  }

  private Result login(String fingerprint) {
    String address = "https://127.0.0.1:" + server.port();
    return type(token + "\n", "login", address, "--fingerprint", fingerprint, "--token-stdin");
  }

  private record Result(int code, String text) {}

  private Result type(String input, String... words) {
    return typeIn(Map.of("HOME", home.toString()), input, words);
  }

  private Result typeIn(Map<String, String> environment, String input, String... words) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
    int code =
        new Cli(
                new Terminal(
                    new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                    out,
                    out,
                    environment,
                    home,
                    Set.of()))
            .execute(words);
    return new Result(code, text.toString(StandardCharsets.UTF_8));
  }
}
