package dev.goldenrod.http.view;

import dev.goldenrod.instance.Credentials;

/** An instance's credentials. */
public record CredentialsView(
    String uri, String host, int port, String dbname, String username, String password) {
  public static CredentialsView of(Credentials credentials) {
    return new CredentialsView(
        credentials.uri(),
        credentials.host(),
        credentials.port(),
        credentials.dbname(),
        credentials.username(),
        credentials.password());
  }

  /** Nothing that is secret. */
  @Override
  public String toString() {
    return "CredentialsView[" + username + "@" + host + ":" + port + "/" + dbname + "]";
  }
}
