package dev.goldenrod.http;

import dev.goldenrod.http.tls.IdentityFiles;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * PEM files for TLS. They are read again every few seconds; a new certificate applies to
 * connections that are opened afterwards.
 *
 * @param certificate the server's certificate, followed by the intermediate certificates
 * @param key the private key of the first certificate, as PKCS#8, PKCS#1 or SEC 1, not encrypted
 */
public record TlsFiles(Path certificate, Path key) {
  public TlsFiles {
    Objects.requireNonNull(certificate);
    Objects.requireNonNull(key);
  }

  /**
   * Checks that a server could start with these files now.
   *
   * @throws IllegalArgumentException if a file cannot be read or has the wrong content, if the key
   *     does not match the certificate, or if the certificate is expired or not yet valid; the
   *     message names the file
   */
  public void requireUsable() {
    files().read();
  }

  Optional<Instant> expiry() {
    return files().expiry();
  }

  IdentityFiles files() {
    return new IdentityFiles(certificate, key);
  }
}
