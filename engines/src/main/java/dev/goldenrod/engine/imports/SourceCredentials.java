package dev.goldenrod.engine.imports;

import dev.goldenrod.source.SourceConnection;
import org.jspecify.annotations.Nullable;

/**
 * A source and its credentials.
 *
 * @param username from the secret; null for the one in the source's config
 */
public record SourceCredentials(
    SourceConnection source, @Nullable String username, String password) {
  /** Omits the password. */
  @Override
  public String toString() {
    return "SourceCredentials[" + source + ", " + username + "]";
  }
}
