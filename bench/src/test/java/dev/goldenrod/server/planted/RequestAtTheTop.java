package dev.goldenrod.server.planted;

import java.net.http.HttpClient;

/** Breaks a rule, to prove that the rule holds. */
public final class RequestAtTheTop {
  private RequestAtTheTop() {}

  static HttpClient http() {
    return HttpClient.newHttpClient();
  }
}
