package dev.goldenrod.dataplane;

import dev.goldenrod.engine.EngineServer.Login;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** The URI that clients connect by. */
public final class ConnectionUri {
  private ConnectionUri() {}

  /**
   * The URI of a database.
   *
   * @param endpoint as in {@code host:port}, an IPv6 address in brackets
   */
  public static String of(Login login, String password, String endpoint) {
    return "%s://%s:%s@%s/%s"
        .formatted(
            login.scheme(),
            encoded(login.user()),
            encoded(password),
            endpoint,
            encoded(login.database()));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
