package dev.goldenrod.server.planted;

import java.io.IOException;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class ProcessAtTheTop {
  private ProcessAtTheTop() {}

  static Process start() throws IOException {
    return new ProcessBuilder("true").start();
  }
}
