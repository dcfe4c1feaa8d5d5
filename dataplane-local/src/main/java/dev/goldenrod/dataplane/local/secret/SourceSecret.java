package dev.goldenrod.dataplane.local.secret;

import org.jspecify.annotations.Nullable;

/**
 * How to log in to a source.
 *
 * @param username null when the source's own configuration names the user
 */
public record SourceSecret(@Nullable String username, String password) {
  /** The user alone. */
  @Override
  public String toString() {
    return "SourceSecret[" + username + "]";
  }
}
