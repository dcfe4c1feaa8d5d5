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
 * The certificate in an operator's files, for all servers. What is new in them is used soon; while
 * they cannot be used, what was used before is.
 */
public final class OperatorCertificates implements DatabaseTls {
  private static final Logger LOG = LoggerFactory.getLogger(OperatorCertificates.class);

  private final Path certificate;
  private final Path key;
  private final Optional<Path> authorities;
  private final String host;
  private final Clock clock;
  private volatile Given given;
  private volatile String problem = "";

  /** What the files held when all of them could be used. */
  private record Given(OperatorIdentity identity, String authorities) {}

  /**
   * The certificate of those PEM files.
   *
   * @param certificate the servers' own, and after it those that lead to its authority
   * @param key without a password
   * @param authorities by which clients know it; empty for those of the first file
   * @param host that clients are told
   * @throws DataPlaneException when a file cannot be read, or holds something else, when they do
   *     not fit each other, or the certificate is not valid now
   */
  public OperatorCertificates(
      Path certificate, Path key, Optional<Path> authorities, String host, Clock clock) {
    this.certificate = certificate;
    this.key = key;
    this.authorities = authorities;
    this.host = host;
    this.clock = clock;
    this.given = read();
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

  private Given current() {
    try {
      given = read();
      problem = "";
    } catch (DataPlaneException e) {
      note(String.valueOf(e.getMessage()));
    }
    return given;
  }

  private Given read() {
    return new Given(
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

  /** Once, not at each look. */
  private void note(String found) {
    if (!found.equals(problem)) {
      problem = found;
      LOG.warn("databases keep the certificate that they have: {}", found);
    }
  }
}
