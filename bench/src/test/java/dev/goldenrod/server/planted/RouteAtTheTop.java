package dev.goldenrod.server.planted;

import io.javalin.Javalin;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class RouteAtTheTop {
  private RouteAtTheTop() {}

  static Javalin create() {
    return Javalin.create();
  }
}
