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
    return of(login, password, endpoint, "");
  }

  /**
   * The URI of a database.
   *
   * @param endpoint as in {@code host:port}, an IPv6 address in brackets
   * @param sslMode what clients are to check, as libpq names it; empty without TLS
   */
  public static String of(Login login, String password, String endpoint, String sslMode) {
    return "%s://%s:%s@%s/%s%s"
        .formatted(
            login.scheme(),
            encoded(login.user()),
            encoded(password),
            endpoint,
            encoded(login.database()),
            sslMode.isEmpty() ? "" : "?" + tls(login.scheme(), sslMode));
  }

  /** As the most of an engine's clients read it. */
  private static String tls(String scheme, String sslMode) {
    boolean checksName = sslMode.equals("verify-full");
    return switch (scheme) {
      case "mysql" -> "sslMode=" + (checksName ? "VERIFY_IDENTITY" : "REQUIRED");
      case "mongodb" -> "tls=true" + (checksName ? "" : "&tlsAllowInvalidCertificates=true");
      default -> "sslmode=" + sslMode;
    };
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
