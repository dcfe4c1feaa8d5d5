package dev.goldenrod.server.planted;

import io.kubernetes.planted.Client;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class KubernetesAtTheTop {
  private KubernetesAtTheTop() {}

  static Client client() {
    return new Client();
  }
}
