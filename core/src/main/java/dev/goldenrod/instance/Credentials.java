package dev.goldenrod.instance;

import java.util.Objects;

/**
 * How a client logs in to a clone. Fetched live from the data plane, never stored.
 *
 * @param uri the connection URI, password included
 * @param sslmode what a client is to check of the server's TLS, as libpq names it: {@code
 *     verify-full} or {@code require}; empty where none is asked for
 */
public record Credentials(
    String uri,
    String host,
    int port,
    String dbname,
    String username,
    String password,
    String sslmode) {
  /** An agent of another release may not tell of TLS. */
  public Credentials {
    sslmode = Objects.requireNonNullElse(sslmode, "");
  }

  /** Credentials for a server that asks for no TLS. */
  public Credentials(
      String uri, String host, int port, String dbname, String username, String password) {
    this(uri, host, port, dbname, username, password, "");
  }

  /**
   * The URL for a JDBC driver, which takes user and password beside it: {@code
   * jdbc:postgresql://host:port/dbname}, or {@code jdbc:mysql:} with the same.
   *
   * @throws UnsupportedOperationException for MongoDB, which has no JDBC URLs
   */
  public String jdbcUrl() {
    if (uri.startsWith("mongodb:")) {
      throw new UnsupportedOperationException(
          "database '%s' is MongoDB's, which has no JDBC URL; use uri()".formatted(dbname));
    }
    return "jdbc:" + uri.replaceFirst("//[^/@]*@", "//");
  }

  /** Everything but the secrets. */
  @Override
  public String toString() {
    return "Credentials[" + username + "@" + host + ":" + port + "/" + dbname + "]";
  }
}
