package dev.goldenrod.server.planted;

import io.kubernetes.planted.Client;

/** Breaks a rule, to prove that the rule holds. */
public final class KubernetesAtTheTop {
  private KubernetesAtTheTop() {}

  static Client client() {
    return new Client();
  }
}
