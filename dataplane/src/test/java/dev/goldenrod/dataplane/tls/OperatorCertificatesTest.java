package dev.goldenrod.dataplane.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.port.DataPlaneException;
import dev.goldenrod.testing.MutableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorCertificatesTest {
  private static final Duration VALID = Duration.ofDays(10);

  @TempDir Path folder;
  private final MutableClock clock = new MutableClock(Instant.now());
  private CertificateAuthority authority;
  private Path certificate;
  private Path key;

  @BeforeEach
  void ask_an_authority() {
    authority = CertificateAuthority.open(folder.resolve("authority"), clock);
    certificate = folder.resolve("tls.crt");
    key = folder.resolve("tls.key");
  }

  @Test
  void clients_check_the_name_where_the_certificate_has_it() throws IOException {
    give(authority.issue(Set.of("*.shop.example", "10.0.0.5", "fd00:0:0:0:0:0:0:1"), VALID));

    assertThat(certificates("db.shop.example").sslMode()).isEqualTo("verify-full");
    assertThat(certificates("DB.Shop.Example").sslMode()).isEqualTo("verify-full");
    assertThat(certificates("10.0.0.5").sslMode()).isEqualTo("verify-full");
    assertThat(certificates("[fd00::1]").sslMode()).isEqualTo("verify-full");
    assertThat(certificates("a.b.shop.example").sslMode()).isEqualTo("require");
    assertThat(certificates("10.0.0.6").sslMode()).isEqualTo("require");
    assertThat(certificates("10.0.0.5").authorities()).contains(authority.pem());
  }

  @Test
  void what_cannot_be_used_is_refused_by_name() throws IOException, GeneralSecurityException {
    give(authority.issue(Set.of("db"), VALID));
    String other = authority.issue(Set.of("db"), VALID);

    Files.writeString(key, keyIn(other));
    assertRefused(key + " is not the private key of the first certificate in " + certificate);
    Files.writeString(key, Pem.of(rsa()));
    assertRefused(key + " is not the private key of the first certificate in " + certificate);
    Files.writeString(key, "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMA==\n");
    assertRefused(key.toString());
    Files.writeString(key, certificatesIn(other));
    assertRefused(key + " contains no private key in PEM format without a password");
    Files.delete(key);
    assertRefused(key + " cannot be read");

    give(other);
    Files.writeString(certificate, "nothing");
    assertRefused(certificate + ": it contains no certificate in PEM format");
    give(other);
    clock.advance(VALID.plusDays(1));
    assertRefused("the certificate in " + certificate + " expired at ");
    clock.advance(VALID.plusDays(1).negated());
    clock.advance(Duration.ofDays(-1));
    assertRefused("the certificate in " + certificate + " is valid from ");
  }

  @Test
  void while_the_files_are_no_good_what_they_held_before_is_used() throws IOException {
    String first = authority.issue(Set.of("db"), VALID);
    give(first);
    OperatorCertificates certificates = certificates("db");
    String before = certificates.identity(Optional.empty());
    assertThat(before).contains(keyIn(first));

    String second = authority.issue(Set.of("db"), VALID);
    Files.writeString(certificate, certificatesIn(second));
    assertThat(certificates.identity(Optional.of(before))).isEqualTo(before);
    Files.delete(certificate);
    assertThat(certificates.sslMode()).isEqualTo("verify-full");
    assertThat(certificates.authorities()).contains(authority.pem());

    give(second);
    assertThat(certificates.identity(Optional.of(before)))
        .contains(keyIn(second), certificatesIn(second));
  }

  private void assertRefused(String message) {
    assertThatThrownBy(() -> certificates("db"))
        .isInstanceOf(DataPlaneException.class)
        .hasMessageContaining(message);
  }

  private OperatorCertificates certificates(String host) {
    return new OperatorCertificates(certificate, key, Optional.empty(), host, clock);
  }

  private void give(String identity) throws IOException {
    Files.writeString(certificate, certificatesIn(identity));
    Files.writeString(key, keyIn(identity));
  }

  private static String certificatesIn(String identity) {
    return identity.substring(0, identity.indexOf("-----BEGIN PRIVATE KEY"));
  }

  private static String keyIn(String identity) {
    return identity.substring(identity.indexOf("-----BEGIN PRIVATE KEY"));
  }

  private static PrivateKey rsa() throws GeneralSecurityException {
    return KeyPairGenerator.getInstance("RSA").generateKeyPair().getPrivate();
  }
}
