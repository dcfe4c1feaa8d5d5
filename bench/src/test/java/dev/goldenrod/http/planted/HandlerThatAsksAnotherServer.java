package dev.goldenrod.http.planted;

import dev.goldenrod.client.GoldenrodClient;

/** Breaks a rule, to prove that the rule holds. */
public final class HandlerThatAsksAnotherServer {
  private HandlerThatAsksAnotherServer() {}

  static Class<?> client() {
    return GoldenrodClient.class;
  }
}
