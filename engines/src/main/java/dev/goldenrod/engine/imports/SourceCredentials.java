package dev.goldenrod.engine.imports;

import dev.goldenrod.source.SourceConnection;
import org.jspecify.annotations.Nullable;

/**
 * What a source is logged in to with, its secret read.
 *
 * @param username the secret's; null for the one in the source's config
 */
public record SourceCredentials(
    SourceConnection source, @Nullable String username, String password) {
  /** All but the password. */
  @Override
  public String toString() {
    return "SourceCredentials[" + source + ", " + username + "]";
  }
}
