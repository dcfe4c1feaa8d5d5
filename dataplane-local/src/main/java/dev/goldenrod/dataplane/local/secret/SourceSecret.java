package dev.goldenrod.dataplane.local.secret;

import org.jspecify.annotations.Nullable;

/** The login for a source; the user name is null if the source's configuration has it. */
public record SourceSecret(@Nullable String username, String password, SecretBinding binding) {
  public SourceSecret(@Nullable String username, String password) {
    this(username, password, SecretBinding.NONE);
  }

  /** Omits the password. */
  @Override
  public String toString() {
    return "SourceSecret[" + username + ", " + binding + "]";
  }
}
