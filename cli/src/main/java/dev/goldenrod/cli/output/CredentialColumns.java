package dev.goldenrod.cli.output;

/** The columns of a login, password included. */
public final class CredentialColumns {
  /** All columns; {@code -o name} prints the connection string. */
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
