package dev.goldenrod.member;

import java.util.Locale;

/** Whether a member may act. */
public enum UserStatus {
  ACTIVE,
  /** No login, and every token is refused; running instances are untouched. */
  DISABLED,
  /** Gone for good: shown nowhere, kept so that a repeated removal is understood. */
  REMOVED;

  /** The name in the API: {@code active} or {@code disabled}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
