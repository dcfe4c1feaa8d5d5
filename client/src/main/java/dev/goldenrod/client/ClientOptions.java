package dev.goldenrod.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a server, and as whom. Immutable.
 *
 * @param server the server's address, with the path that its surface lies below, if any
 * @param token the bearer token; null for requests that need none
 * @param release what {@code X-Client-CLI-Version} says, as in {@code v0.1.0}; empty to say nothing
 * @param patience how long one request may take
 * @param retries how long a request may be tried again in all, when the server asks for that or the
 *     connection is lost; zero never tries again
 * @param http what sends the requests
 * @param isThere asked before each request: whether the server still is; the token is not sent to
 *     another process at its address
 * @param observer told of each answer
 * @param idempotencyKey of all changes that take one, 1 to 255 characters; null for a new one each
 */
public record ClientOptions(
    URI server,
    @Nullable String token,
    String release,
    Duration patience,
    Duration retries,
    HttpClient http,
    BooleanSupplier isThere,
    Consumer<Exchange> observer,
    @Nullable String idempotencyKey) {
  /** Refuses what is no address of a server or no token, and what would follow redirects. */
  public ClientOptions {
    String scheme = Objects.requireNonNullElse(server.getScheme(), "");
    if (!scheme.equals("http") && !scheme.equals("https") || server.getHost() == null) {
      throw new IllegalArgumentException(
          "'%s' is no address of a server, as http://127.0.0.1:7878 is".formatted(server));
    }
    if (server.getRawUserInfo() != null || server.getQuery() != null) {
      throw new IllegalArgumentException(
          "the server's address has more than a host, a port and a path");
    }
    if (token != null && !token.matches("[!-~]+")) {
      throw new IllegalArgumentException("the token is none: it is empty or has spaces in it");
    }
    if (idempotencyKey != null && !idempotencyKey.matches("[!-~]{1,255}")) {
      throw new IllegalArgumentException(
          "the idempotency key '%s' has not 1 to 255 visible characters".formatted(idempotencyKey));
    }
    if (http.followRedirects() != HttpClient.Redirect.NEVER) {
      throw new IllegalArgumentException("a client that follows redirects takes the token along");
    }
  }

  /** Of that server, with 90 s for each request and 30 s for all tries of one. */
  public static ClientOptions of(URI server, @Nullable String token) {
    HttpClient.Builder http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10));
    if ("http".equals(server.getScheme())) {
      http.sslContext(trustingNobody());
    }
    return new ClientOptions(
        server,
        token,
        "",
        Duration.ofSeconds(90),
        Duration.ofSeconds(30),
        http.build(),
        () -> true,
        exchange -> {},
        null);
  }

  /** Without TLS, the authorities that Java trusts need not be read, which takes 100 ms. */
  private static SSLContext trustingNobody() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[0], null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java machine has TLS", e);
    }
  }

  /** With another token. */
  public ClientOptions withToken(@Nullable String other) {
    return new ClientOptions(
        server, other, release, patience, retries, http, isThere, observer, idempotencyKey);
  }

  /** With the release that the client says it is of. */
  public ClientOptions withRelease(String other) {
    return new ClientOptions(
        server, token, other, patience, retries, http, isThere, observer, idempotencyKey);
  }

  /** With another limit for each request. */
  public ClientOptions withPatience(Duration other) {
    return new ClientOptions(
        server, token, release, other, retries, http, isThere, observer, idempotencyKey);
  }

  /** With another limit for all tries of a request. */
  public ClientOptions withRetries(Duration other) {
    return new ClientOptions(
        server, token, release, patience, other, http, isThere, observer, idempotencyKey);
  }

  /** With what sends the requests, as for authorities of one's own. */
  public ClientOptions withHttp(HttpClient other) {
    return new ClientOptions(
        server, token, release, patience, retries, other, isThere, observer, idempotencyKey);
  }

  /** With what tells whether the server still is. */
  public ClientOptions withIsThere(BooleanSupplier other) {
    return new ClientOptions(
        server, token, release, patience, retries, http, other, observer, idempotencyKey);
  }

  /** With what is told of each answer. */
  public ClientOptions withObserver(Consumer<Exchange> other) {
    return new ClientOptions(
        server, token, release, patience, retries, http, isThere, other, idempotencyKey);
  }

  /** With that key for all changes that take one. */
  public ClientOptions withIdempotencyKey(String other) {
    return new ClientOptions(
        server, token, release, patience, retries, http, isThere, observer, other);
  }

  /** The server's address and who asks, without the token. */
  @Override
  public String toString() {
    return "ClientOptions[%s, %s]".formatted(server, token == null ? "no token" : "a token");
  }
}
