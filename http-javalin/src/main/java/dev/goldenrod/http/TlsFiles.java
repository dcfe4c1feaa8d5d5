package dev.goldenrod.http;

import dev.goldenrod.http.tls.IdentityFiles;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The PEM files that a server's TLS is made with. They are read again every few seconds, and what
 * is new in them holds for the connections that are made from then on.
 *
 * @param certificate the server's own, and after it those that lead to its authority
 * @param key the first certificate's, as PKCS#8, PKCS#1 or SEC 1, without a password
 */
public record TlsFiles(Path certificate, Path key) {
  public TlsFiles {
    Objects.requireNonNull(certificate);
    Objects.requireNonNull(key);
  }

  /**
   * Checks that a server could be started with them now.
   *
   * @throws IllegalArgumentException when a file cannot be read or holds something else, when the
   *     two do not belong together, or when the certificate is not valid now; with the file's name
   */
  public void requireUsable() {
    files().read();
  }

  Optional<Instant> end() {
    return files().end();
  }

  IdentityFiles files() {
    return new IdentityFiles(certificate, key);
  }
}
