package dev.goldenrod.member;

import java.util.Locale;

/** The account status of a member. */
public enum UserStatus {
  ACTIVE,
  /** The member cannot log in and its tokens are refused; its running instances are untouched. */
  DISABLED,
  /**
   * The member is removed for good and hidden; the row is kept so that a repeated removal succeeds.
   */
  REMOVED;

  /** Returns the name in the API: {@code active} or {@code disabled}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
