package dev.goldenrod.http.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.http.TlsFiles;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.time.Duration;
import java.time.Instant;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8EncryptorBuilder;
import org.bouncycastle.openssl.jcajce.JcePEMEncryptorBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Valid and invalid TLS files, with the messages for the latter. */
class TlsFilesTest {
  private static final char[] PASSWORD = "secret".toCharArray();

  private final TestAuthority authority = TestAuthority.create();
  private final TestAuthority.Issued issued = authority.issue("localhost");
  @TempDir private Path folder;
  private TlsFiles files;

  @BeforeEach
  void write() {
    files = issued.writeTo(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"EC", "RSA"})
  void keys_are_read_as_pkcs_8_and_as_openssl_wrote_them_for_long(String kind) throws Exception {
    TestAuthority.Issued other = authority.issue(kind, tomorrow(), "localhost");
    files = other.writeTo(folder);
    assertThatCode(files::requireUsable).doesNotThrowAnyException();

    Files.writeString(files.key(), other.traditionalKeyPem());

    assertThatCode(files::requireUsable).doesNotThrowAnyException();
  }

  @Test
  void keys_of_ed25519_are_read() {
    TestAuthority.Issued other = authority.issue("Ed25519", tomorrow(), "localhost");

    assertThatCode(other.writeTo(folder)::requireUsable).doesNotThrowAnyException();
  }

  @Test
  void one_file_may_hold_both_with_the_chain_and_words_between() throws Exception {
    Path both = folder.resolve("both.pem");
    Files.writeString(
        both,
        "of the server\n"
            + issued.keyPem()
            + issued.certificatePem()
            + "of it\n"
            + authority.pem());

    assertThatCode(new TlsFiles(both, both)::requireUsable).doesNotThrowAnyException();
  }

  @Test
  void a_missing_file_is_named() throws Exception {
    Files.delete(files.key());

    refused(files.key() + " cannot be read: no such file");
  }

  @Test
  void a_file_that_holds_something_else_is_named() throws Exception {
    Files.writeString(files.key(), "nothing");
    refused(files.key() + " contains no private key");

    Files.writeString(files.certificate(), issued.keyPem());
    refused(files.certificate() + " contains no certificate");

    Files.writeString(files.certificate(), issued.certificatePem().substring(0, 200));
    refused(files.certificate() + " cannot be read");
  }

  @Test
  void a_key_with_a_password_is_refused_with_the_way_out() throws Exception {
    Files.writeString(files.key(), encryptedPkcs8(issued.keys().getPrivate()));
    refused(files.key() + " is encrypted with a password", "openssl pkey -in " + files.key());

    Files.writeString(files.key(), encryptedTraditional(issued.keys().getPrivate()));
    refused(files.key() + " is encrypted with a password");
  }

  @Test
  void the_key_of_another_certificate_is_refused() throws Exception {
    Files.writeString(files.key(), authority.issue("localhost").keyPem());
    refused(files.key() + " does not match the first certificate in " + files.certificate());

    Files.writeString(files.key(), authority.issue("RSA", tomorrow(), "localhost").keyPem());
    refused(files.key() + " does not match the first certificate in " + files.certificate());
  }

  @Test
  void a_chain_in_disorder_is_refused() throws Exception {
    Files.writeString(files.certificate(), issued.certificatePem() + TestAuthority.create().pem());
    refused(files.certificate() + " contains a certificate that is not signed by the next one");

    Files.writeString(files.certificate(), authority.pem() + issued.certificatePem());
    refused(files.key() + " does not match the first certificate");
  }

  @Test
  void a_certificate_out_of_its_time_is_refused() {
    authority.issue("EC", Instant.now().minusSeconds(60), "localhost").writeTo(folder);
    refused(files.certificate() + " expired at ", "renew it");

    authority.issue("EC", Instant.now().plus(Duration.ofDays(9)), "localhost").writeTo(folder);
    refused(files.certificate() + " is not valid before ");
  }

  private void refused(String... says) {
    assertThatThrownBy(files::requireUsable)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(says)
        .hasMessageNotContainingAny("\n", "secret");
  }

  private static Instant tomorrow() {
    return Instant.now().plus(Duration.ofDays(1));
  }

  private static String encryptedPkcs8(PrivateKey key)
      throws IOException, OperatorCreationException {
    return pem(
        new JcaPKCS8Generator(
                key,
                new JceOpenSSLPKCS8EncryptorBuilder(JcaPKCS8Generator.AES_256_CBC)
                    .setProvider(new BouncyCastleProvider())
                    .setPassword(PASSWORD)
                    .build())
            .generate());
  }

  private static String encryptedTraditional(PrivateKey key) throws IOException {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(
          key,
          new JcePEMEncryptorBuilder("AES-256-CBC")
              .setProvider(new BouncyCastleProvider())
              .build(PASSWORD));
    }
    return text.toString();
  }

  private static String pem(Object object) throws IOException {
    StringWriter text = new StringWriter();
    try (JcaPEMWriter writer = new JcaPEMWriter(text)) {
      writer.writeObject(object);
    }
    return text.toString();
  }
}
