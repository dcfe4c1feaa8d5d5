package dev.goldenrod.control;

import org.jspecify.annotations.Nullable;

/** What a member changes of itself; null leaves a thing as it is. */
public record ChangeProfile(
    @Nullable String displayName, @Nullable String password, @Nullable String currentPassword) {
  /** Everything but the passwords. */
  @Override
  public String toString() {
    return "ChangeProfile[" + displayName + "]";
  }
}
