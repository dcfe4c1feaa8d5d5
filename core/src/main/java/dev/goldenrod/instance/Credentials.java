package dev.goldenrod.instance;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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
   * Returns credentials whose URI is made of their parts.
   *
   * @param scheme {@code postgresql}, {@code mysql} or {@code mongodb}
   * @param host a name or an address; an IPv6 address with or without brackets
   * @param sslmode as in {@link #sslmode}; the URI says it in the engine's words
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

  /** The TLS parameters that most clients of an engine read. */
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

  /** The scheme of the URI, which names the engine, as in {@code postgresql}. */
  public String scheme() {
    return uri.substring(0, Math.max(0, uri.indexOf(':')));
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
