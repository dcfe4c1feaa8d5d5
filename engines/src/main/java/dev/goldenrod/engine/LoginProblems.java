package dev.goldenrod.engine;

/** Messages for users whose login a database no longer accepts. */
public final class LoginProblems {
  public static final String REMEDY =
      "restart the database, or reset its credentials (POST …/credentials/reset), which lets its clients in again";

  private LoginProblems() {}

  public static String message(String reason) {
    return "the login that Goldenrod knows no longer works: " + reason;
  }
}
