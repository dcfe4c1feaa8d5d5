package dev.goldenrod.server.planted;

import java.net.http.HttpClient;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class RequestAtTheTop {
  private RequestAtTheTop() {}

  static HttpClient http() {
    return HttpClient.newHttpClient();
  }
}
