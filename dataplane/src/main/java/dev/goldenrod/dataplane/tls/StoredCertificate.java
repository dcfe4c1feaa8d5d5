package dev.goldenrod.dataplane.tls;

import java.security.cert.CertificateException;
import java.util.Optional;

/** The certificate and key that a server was started with, used if TLS is no longer configured. */
public record StoredCertificate(String sslMode, String identity) implements DatabaseTls {
  @Override
  public String authorities() {
    StringBuilder text = new StringBuilder();
    try {
      Pem.certificates(identity).forEach(one -> text.append(Pem.of(one)));
    } catch (CertificateException e) {
      // Without its certificate a server cannot be verified.
      return "";
    }
    return text.toString();
  }

  @Override
  public String identity(Optional<String> former) {
    return identity;
  }

  /** Omits the private key. */
  @Override
  public String toString() {
    return "StoredCertificate[" + sslMode + "]";
  }
}
