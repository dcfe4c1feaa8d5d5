package dev.goldenrod.dataplane.tls;

import dev.goldenrod.dataplane.tls.OperatorIdentity.Source;
import dev.goldenrod.port.DataPlaneException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One certificate for all servers, from files of the operator. The files are read again on each
 * use; while they are unusable, the last usable content stays in use.
 */
public final class OperatorCertificates implements DatabaseTls {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorCertificates.class);

  private final Path certificate;
  private final Path key;
  private final Optional<Path> authorities;
  private final String host;
  private final Clock clock;
  private volatile CertificateFiles files;
  private volatile String problem = "";

  /** The content of the files when all of them were last usable. */
  private record CertificateFiles(OperatorIdentity identity, String authorities) {}

  /**
   * Reads the PEM files.
   *
   * @param certificate the server certificate, followed by intermediate certificates
   * @param key private key without a password
   * @param authorities CA certificates for clients; empty for those in {@code certificate}
   * @param host that clients connect to
   * @throws DataPlaneException if a file is unreadable or damaged, the key does not match the
   *     certificate, or the certificate is not valid now
   */
  public OperatorCertificates(
      Path certificate, Path key, Optional<Path> authorities, String host, Clock clock) {
    this.certificate = certificate;
    this.key = key;
    this.authorities = authorities;
    this.host = host;
    this.clock = clock;
    this.files = read();
  }

  @Override
  public String sslMode() {
    return current().identity().covers(host) ? "verify-full" : "require";
  }

  @Override
  public String authorities() {
    return current().authorities();
  }

  @Override
  public String identity(Optional<String> former) {
    return current().identity().pem();
  }

  private CertificateFiles current() {
    try {
      files = read();
      problem = "";
    } catch (DataPlaneException e) {
      logOnce(String.valueOf(e.getMessage()));
    }
    return files;
  }

  private CertificateFiles read() {
    return new CertificateFiles(
        OperatorIdentity.of(source(certificate), source(key), clock.instant()),
        source(authorities.orElse(certificate)).certificates());
  }

  private static Source source(Path file) {
    try {
      return new Source(file.toString(), Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      throw new DataPlaneException("%s cannot be read: %s".formatted(file, e), e);
    }
  }

  /** Logs a problem once, not on every use. */
  private void logOnce(String found) {
    if (!found.equals(problem)) {
      problem = found;
      LOG.warn(
          "Cannot use the certificate files, databases keep their current certificate: {}", found);
    }
  }
}
