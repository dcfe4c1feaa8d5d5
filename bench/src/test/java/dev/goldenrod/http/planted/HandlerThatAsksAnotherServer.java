package dev.goldenrod.http.planted;

import dev.goldenrod.client.GoldenrodClient;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class HandlerThatAsksAnotherServer {
  private HandlerThatAsksAnotherServer() {}

  static Class<?> client() {
    return GoldenrodClient.class;
  }
}
