package dev.goldenrod.control;

import dev.goldenrod.ControlPlaneException;

/** What a password must be. */
final class Passwords {
  private static final int MIN_LENGTH = 12;
  private static final int MAX_LENGTH = 1024;

  private Passwords() {}

  /** Refuses a password that is too short, or too long to be one. */
  static void requireStrong(String password) {
    int length = password.codePointCount(0, password.length());
    if (length < MIN_LENGTH || length > MAX_LENGTH) {
      throw ControlPlaneException.invalid(
          "a password must have " + MIN_LENGTH + " to " + MAX_LENGTH + " characters");
    }
  }
}
