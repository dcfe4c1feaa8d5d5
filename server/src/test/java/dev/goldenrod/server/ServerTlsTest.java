package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.goldenrod.dataplane.local.DataDirectory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SignatureException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerTlsTest {
  @TempDir private Path folder;

  @Test
  void the_authority_of_the_databases_signs_nothing_that_the_api_is_known_by()
      throws IOException, GeneralSecurityException {
    ServeSettings settings =
        GivenOptions.settings(Map.of(), "--tls-auto", "--database-tls", "auto");
    try (DataDirectory directory = DataDirectory.lock(folder.resolve("data"))) {
      ServerTls tls = ServerTls.open(settings, directory);
      tls.close();

      List<X509Certificate> authorities = certificates(tls.authorities());
      X509Certificate api =
          certificates(Files.readString(tls.api().orElseThrow().certificate())).get(0);
      assertThat(authorities).hasSize(2);
      assertThatCode(() -> api.verify(authorities.get(0).getPublicKey()))
          .doesNotThrowAnyException();
      assertThatThrownBy(() -> api.verify(authorities.get(1).getPublicKey()))
          .isInstanceOf(SignatureException.class);
    }
  }

  private static List<X509Certificate> certificates(String pem) throws GeneralSecurityException {
    return CertificateFactory.getInstance("X.509")
        .generateCertificates(
            new ByteArrayInputStream(certificatesAlone(pem).getBytes(StandardCharsets.US_ASCII)))
        .stream()
        .map(X509Certificate.class::cast)
        .toList();
  }

  private static String certificatesAlone(String pem) {
    return pem.substring(0, pem.lastIndexOf("-----END CERTIFICATE-----"))
        + "-----END CERTIFICATE-----\n";
  }
}
