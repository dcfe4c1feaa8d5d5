package dev.goldenrod.engine;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The TLS files of a server, by their paths as the server's process sees them.
 *
 * @param identity file with the server's certificate, intermediate certificates and private key
 * @param authority file with the CA certificates
 * @param authorities the CA certificates as PEM, which the control plane trusts
 */
public record ServerTls(Path identity, Path authority, String authorities) {
  public ServerTls {
    Objects.requireNonNull(identity);
    Objects.requireNonNull(authority);
    Objects.requireNonNull(authorities);
  }
}
