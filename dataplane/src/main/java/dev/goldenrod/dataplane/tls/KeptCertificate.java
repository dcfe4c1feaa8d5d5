package dev.goldenrod.dataplane.tls;

import java.security.cert.CertificateException;
import java.util.Optional;

/**
 * The certificate that a server was started with, where nothing gives out others any more.
 *
 * @param identity as PEM; secret
 */
public record KeptCertificate(String sslMode, String identity) implements DatabaseTls {
  @Override
  public String authorities() {
    StringBuilder text = new StringBuilder();
    try {
      Pem.certificates(identity).forEach(one -> text.append(Pem.of(one)));
    } catch (CertificateException e) {
      // A server whose certificate is lost is known by none.
      return "";
    }
    return text.toString();
  }

  @Override
  public String identity(Optional<String> former) {
    return identity;
  }

  /** Nothing secret. */
  @Override
  public String toString() {
    return "KeptCertificate[" + sslMode + "]";
  }
}
