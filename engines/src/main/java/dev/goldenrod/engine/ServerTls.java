package dev.goldenrod.engine;

import java.nio.file.Path;
import java.util.Objects;

/**
 * What a server speaks TLS with.
 *
 * @param identity the file with its certificate, those that lead to its authority, and its key, as
 *     its process sees it
 * @param authority the file with the authorities' certificates, likewise
 * @param authorities the same as PEM, by which the control plane knows the server
 */
public record ServerTls(Path identity, Path authority, String authorities) {
  public ServerTls {
    Objects.requireNonNull(identity);
    Objects.requireNonNull(authority);
    Objects.requireNonNull(authorities);
  }
}
