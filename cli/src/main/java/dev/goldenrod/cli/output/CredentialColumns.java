package dev.goldenrod.cli.output;

/** What is shown of a login, password included. */
public final class CredentialColumns {
  /** All of it; {@code -o name} is the connection string. */
  public static final Columns ALL =
      Columns.named("/uri")
          .with("host")
          .with("port")
          .with("DATABASE", "/dbname")
          .with("username")
          .with("password")
          .with("uri");

  private CredentialColumns() {}
}
