package dev.goldenrod.dataplane.local.secret;

import org.jspecify.annotations.Nullable;

/**
 * How to log in to a source.
 *
 * @param username null when the source's own configuration names the user
 */
public record SourceSecret(@Nullable String username, String password, SecretBinding binding) {
  /** A secret that may be shown to every source. */
  public SourceSecret(@Nullable String username, String password) {
    this(username, password, SecretBinding.NONE);
  }

  /** All but the password. */
  @Override
  public String toString() {
    return "SourceSecret[" + username + ", " + binding + "]";
  }
}
