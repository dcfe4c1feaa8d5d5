package dev.goldenrod.engine;

/** What clients are told whose login a database no longer accepts. */
public final class LoginProblems {
  /** What lets clients in again who were shut out in the database itself. */
  public static final String WAY_OUT =
      "restart the database, or reset its credentials (POST …/credentials/reset), which lets its clients in again";

  private LoginProblems() {}

  /** What is told of a database in use whose clients cannot log in for that reason. */
  public static String message(String reason) {
    return "the login that Goldenrod knows no longer works: " + reason;
  }
}
