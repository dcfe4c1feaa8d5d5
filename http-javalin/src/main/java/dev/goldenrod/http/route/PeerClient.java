package dev.goldenrod.http.route;

import java.net.http.HttpClient;
import java.time.Duration;

/** Asks the other servers of the store. */
public final class PeerClient {
  /** The header of what is passed on already, and is not once more. */
  public static final String FORWARDED = "Goldenrod-Forwarded";

  private static final Duration TO_CONNECT = Duration.ofSeconds(3);

  private PeerClient() {}

  /** Made when it is needed first: most servers have no peers. */
  private static final class Holder {
    static final HttpClient HTTP =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TO_CONNECT)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /** The one client of all requests to them. */
  public static HttpClient http() {
    return Holder.HTTP;
  }
}
