package dev.goldenrod.dataplane.tls;

import java.security.cert.CertificateException;
import java.util.Optional;

/** The certificates that database servers use for TLS. Thread-safe. */
public interface DatabaseTls {
  /** Returns libpq's {@code sslmode} for clients: {@code verify-full} or {@code require}. */
  String sslMode();

  /** Returns the CA certificates that clients and the control plane trust, as PEM. */
  String authorities();

  /**
   * Returns the PEM that a server should use now: its certificate, the intermediate certificates
   * and its private key. Secret.
   *
   * @param former the PEM in use, which is returned as long as it is valid
   * @throws dev.goldenrod.port.DataPlaneException if there is no usable certificate
   */
  String identity(Optional<String> former);

  /**
   * The certificate and key that a server was started with, used if TLS is no longer configured.
   */
  record StoredCertificate(String sslMode, String identity) implements DatabaseTls {
    @Override
    public String authorities() {
      try {
        return Pem.onlyCertificates(identity);
      } catch (CertificateException e) {
        // Without its certificate a server cannot be verified.
        return "";
      }
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
}
