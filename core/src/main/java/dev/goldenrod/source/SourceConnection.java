package dev.goldenrod.source;

import java.util.Set;

/**
 * The connection settings of a source for a data plane.
 *
 * @param username empty when the secret contains it
 * @param sslmode in libpq's terms; empty for libpq's default
 * @param secret the name of the secret that holds {@code password} and optionally {@code username}
 */
public record SourceConnection(
    String host, int port, String dbname, String username, String sslmode, String secret) {
  /** The modes that libpq has. */
  public static final Set<String> SSL_MODES =
      Set.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");
}
