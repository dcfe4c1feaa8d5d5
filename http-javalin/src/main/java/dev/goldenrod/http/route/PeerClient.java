package dev.goldenrod.http.route;

import java.net.http.HttpClient;
import java.time.Duration;

/** The HTTP client for requests to the other servers of the same store. */
public final class PeerClient {
  /** Header that marks a forwarded request, which must not be forwarded again. */
  public static final String FORWARDED = "Goldenrod-Forwarded";

  private static final Duration TO_CONNECT = Duration.ofSeconds(3);

  private PeerClient() {}

  /** Creates the client on first use, because most servers have no peers. */
  private static final class Holder {
    static final HttpClient HTTP =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TO_CONNECT)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /** Returns the shared client. */
  public static HttpClient http() {
    return Holder.HTTP;
  }
}
