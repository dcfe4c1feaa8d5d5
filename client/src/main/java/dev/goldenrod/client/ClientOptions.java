package dev.goldenrod.client;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Connection options of a client. Immutable.
 *
 * @param server address of the server, including the path prefix of its API, if any
 * @param token bearer token; null for requests without authentication
 * @param release value of {@code X-Client-CLI-Version}, such as {@code v0.1.0}; empty to omit it
 * @param patience timeout of one request
 * @param retries time after the first failure for further attempts, if the server asks to retry,
 *     the connection is lost or a change times out; zero disables retries
 * @param http client that sends the requests
 * @param isThere checked before each request; if false, the server has ended and the token must not
 *     be sent to another process at its address. A {@link NoAnswerException} of it says that this
 *     request must not be sent; waits try again
 * @param observer called after each response
 * @param idempotencyKey key for all changes that support one, 1 to 255 characters; null for a new
 *     key per request
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
  /** Rejects an invalid server address or token, and an HTTP client that follows redirects. */
  public ClientOptions {
    String scheme = Objects.requireNonNullElse(server.getScheme(), "");
    if (!scheme.equals("http") && !scheme.equals("https") || server.getHost() == null) {
      throw new IllegalArgumentException(
          "'%s' is not a server address such as http://127.0.0.1:7878".formatted(server));
    }
    if (server.getRawUserInfo() != null || server.getQuery() != null) {
      throw new IllegalArgumentException("the server's address must not contain a user or a query");
    }
    if (token != null && !token.matches("[!-~]+")) {
      throw new IllegalArgumentException("the token is invalid: it is empty or contains spaces");
    }
    if (idempotencyKey != null && !idempotencyKey.matches("[!-~]{1,255}")) {
      throw new IllegalArgumentException(
          "the idempotency key '%s' must be 1 to 255 visible characters".formatted(idempotencyKey));
    }
    if (http.followRedirects() != HttpClient.Redirect.NEVER) {
      throw new IllegalArgumentException(
          "the HTTP client must not follow redirects, because it would send the token along");
    }
  }

  /** Returns options with a timeout of 90 s per request and 30 s for retries. */
  public static ClientOptions of(URI server, @Nullable String token) {
    HttpClient.Builder http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10));
    if ("http".equals(server.getScheme())) {
      http.sslContext(NoTls.context());
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

  /** Returns a copy with another token. */
  public ClientOptions withToken(@Nullable String other) {
    return new ClientOptions(
        server, other, release, patience, retries, http, isThere, observer, idempotencyKey);
  }

  /** Returns a copy that reports the given release of the client. */
  public ClientOptions withRelease(String other) {
    return new ClientOptions(
        server, token, other, patience, retries, http, isThere, observer, idempotencyKey);
  }

  /** Returns a copy with another timeout per request. */
  public ClientOptions withPatience(Duration other) {
    return new ClientOptions(
        server, token, release, other, retries, http, isThere, observer, idempotencyKey);
  }

  /** Returns a copy with another time for retries. */
  public ClientOptions withRetries(Duration other) {
    return new ClientOptions(
        server, token, release, patience, other, http, isThere, observer, idempotencyKey);
  }

  /** Returns a copy with another HTTP client, for example to trust a private CA. */
  public ClientOptions withHttp(HttpClient other) {
    return new ClientOptions(
        server, token, release, patience, retries, other, isThere, observer, idempotencyKey);
  }

  /** Returns a copy with another check that the server is still running. */
  public ClientOptions withIsThere(BooleanSupplier other) {
    return new ClientOptions(
        server, token, release, patience, retries, http, other, observer, idempotencyKey);
  }

  /** Returns a copy with another observer of responses. */
  public ClientOptions withObserver(Consumer<Exchange> other) {
    return new ClientOptions(
        server, token, release, patience, retries, http, isThere, other, idempotencyKey);
  }

  /** Returns a copy with the given key for all changes that support one. */
  public ClientOptions withIdempotencyKey(String other) {
    return new ClientOptions(
        server, token, release, patience, retries, http, isThere, observer, other);
  }

  /** Omits the token. */
  @Override
  public String toString() {
    return "ClientOptions[%s, %s]".formatted(server, token == null ? "no token" : "a token");
  }
}
