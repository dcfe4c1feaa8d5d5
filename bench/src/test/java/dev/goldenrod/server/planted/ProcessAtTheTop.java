package dev.goldenrod.server.planted;

import java.io.IOException;

/** Breaks a rule, to prove that the rule holds. */
public final class ProcessAtTheTop {
  private ProcessAtTheTop() {}

  static Process start() throws IOException {
    return new ProcessBuilder("true").start();
  }
}
