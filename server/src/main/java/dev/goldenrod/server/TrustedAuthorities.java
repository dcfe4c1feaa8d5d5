package dev.goldenrod.server;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Reads the authorities that an operator trusts in place of Java's defaults. */
final class TrustedAuthorities {
  private TrustedAuthorities() {}

  /**
   * @throws UsageException if the file, named by the option, contains no certificate
   */
  static SSLContext read(String option, Path file) {
    Collection<? extends Certificate> certificates = certificates(option, file);
    if (certificates.isEmpty()) {
      throw new UsageException(
          "%s %s contains no certificate; certificates must be in PEM format (-----BEGIN CERTIFICATE-----)"
              .formatted(option, file));
    }
    try {
      return trusting(certificates);
    } catch (GeneralSecurityException | IOException e) {
      throw new UsageException(
          "%s %s cannot be used: %s".formatted(option, file, e.getMessage()), e);
    }
  }

  private static Collection<? extends Certificate> certificates(String option, Path file) {
    try (InputStream pem = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(pem);
    } catch (CertificateException e) {
      throw new UsageException(
          "%s %s contains something other than PEM certificates".formatted(option, file), e);
    } catch (IOException e) {
      throw new UsageException("%s %s cannot be read: %s".formatted(option, file, e), e);
    }
  }

  private static SSLContext trusting(Collection<? extends Certificate> certificates)
      throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    int number = 0;
    for (Certificate certificate : certificates) {
      store.setCertificateEntry("authority-" + number++, certificate);
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
