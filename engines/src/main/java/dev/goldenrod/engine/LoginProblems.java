package dev.goldenrod.engine;

/** Messages for users whose login a database no longer accepts. */
public final class LoginProblems {
  public static final String REMEDY =
      "restart the database, or reset its credentials (POST …/credentials/reset), so that its clients can log in again";

  private LoginProblems() {}

  public static String message(String reason) {
    return "the login stored by Goldenrod no longer works: " + reason;
  }
}
