package dev.goldenrod.instance;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The connection settings and login of a clone or database. Fetched from the data plane for each
 * request, never stored.
 *
 * @param uri the connection URI, including the password
 * @param sslmode what a client should verify of the server's TLS, in libpq's terms: {@code
 *     verify-full} or {@code require}; empty when the server requires no TLS
 */
public record Credentials(
    String uri,
    String host,
    int port,
    String dbname,
    String username,
    String password,
    String sslmode) {
  /**
   * Creates credentials. A null {@code sslmode} becomes empty: agents of older releases send none.
   */
  public Credentials {
    sslmode = Objects.requireNonNullElse(sslmode, "");
  }

  /** Creates credentials for a server that requires no TLS. */
  public Credentials(
      String uri, String host, int port, String dbname, String username, String password) {
    this(uri, host, port, dbname, username, password, "");
  }

  /**
   * Returns credentials with a URI composed of the other parts.
   *
   * @param scheme {@code postgresql}, {@code mysql} or {@code mongodb}
   * @param host a name or an address; an IPv6 address with or without brackets
   * @param sslmode as in {@link #sslmode}; the URI states it in the engine's own terms
   */
  public static Credentials of(
      String scheme,
      String host,
      int port,
      String dbname,
      String username,
      String password,
      String sslmode) {
    boolean isBare = host.contains(":") && !host.startsWith("[");
    String uri =
        "%s://%s:%s@%s:%d/%s%s"
            .formatted(
                scheme,
                encoded(username),
                encoded(password),
                isBare ? "[" + host + "]" : host,
                port,
                encoded(dbname),
                sslmode.isEmpty() ? "" : "?" + tls(scheme, sslmode));
    return new Credentials(uri, host, port, dbname, username, password, sslmode);
  }

  /** Returns the TLS parameters that most clients of the engine understand. */
  private static String tls(String scheme, String sslmode) {
    boolean checksName = sslmode.equals("verify-full");
    return switch (scheme) {
      case "mysql" -> "sslMode=" + (checksName ? "VERIFY_IDENTITY" : "REQUIRED");
      case "mongodb" -> "tls=true" + (checksName ? "" : "&tlsAllowInvalidCertificates=true");
      default -> "sslmode=" + sslmode;
    };
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Returns the scheme of the URI, which names the engine, as in {@code postgresql}. */
  public String scheme() {
    return uri.substring(0, Math.max(0, uri.indexOf(':')));
  }

  /**
   * Returns the URL for a JDBC driver, without user and password: {@code
   * jdbc:postgresql://host:port/dbname}, or the same with {@code jdbc:mysql:}.
   *
   * @throws UnsupportedOperationException for MongoDB, which has no JDBC URLs
   */
  public String jdbcUrl() {
    if (uri.startsWith("mongodb:")) {
      throw new UnsupportedOperationException(
          "database '%s' is a MongoDB database, which has no JDBC URL; use uri()"
              .formatted(dbname));
    }
    return "jdbc:" + uri.replaceFirst("//[^/@]*@", "//");
  }

  /** Returns the credentials without the password. */
  @Override
  public String toString() {
    return "Credentials[" + username + "@" + host + ":" + port + "/" + dbname + "]";
  }
}
