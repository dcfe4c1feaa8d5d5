package dev.goldenrod.server.planted;

import io.javalin.Javalin;

/** Breaks a rule, to prove that the rule holds. */
public final class RouteAtTheTop {
  private RouteAtTheTop() {}

  static Javalin create() {
    return Javalin.create();
  }
}
