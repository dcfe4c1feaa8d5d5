package dev.goldenrod.http.planted;

import org.jdbi.v3.core.Jdbi;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class HandlerThatReadsByJdbi {
  private HandlerThatReadsByJdbi() {}

  static Jdbi open(String url) {
    return Jdbi.create(url);
  }
}
