package dev.goldenrod.instance;

/**
 * How a client logs in to a clone. Fetched live from the data plane, never stored.
 *
 * @param uri the connection URI, password included
 */
public record Credentials(
    String uri, String host, int port, String dbname, String username, String password) {
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
