package dev.goldenrod.instance;

/**
 * How a client logs in to a clone. Fetched live from the data plane, never stored.
 *
 * @param uri the connection URI, password included
 */
public record Credentials(
    String uri, String host, int port, String dbname, String username, String password) {
  /** Everything but the secrets. */
  @Override
  public String toString() {
    return "Credentials[" + username + "@" + host + ":" + port + "/" + dbname + "]";
  }
}
