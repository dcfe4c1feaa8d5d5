package dev.goldenrod.engine.mongodb;

import dev.goldenrod.port.DataPlaneException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

final class ServerTrust {
  private ServerTrust() {}

  /** Returns a context that trusts only the given CA certificates. */
  static SSLContext of(String authorities) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      byte[] pem = authorities.getBytes(StandardCharsets.US_ASCII);
      int number = 0;
      for (Certificate one :
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(pem))) {
        store.setCertificateEntry("authority-" + number++, one);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new DataPlaneException(
          "the authorities of the server's certificate cannot be used: " + e.getMessage(), e);
    }
  }
}
