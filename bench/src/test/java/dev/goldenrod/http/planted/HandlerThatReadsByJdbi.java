package dev.goldenrod.http.planted;

import org.jdbi.v3.core.Jdbi;

/** Breaks a rule, to prove that the rule holds. */
public final class HandlerThatReadsByJdbi {
  private HandlerThatReadsByJdbi() {}

  static Jdbi open(String url) {
    return Jdbi.create(url);
  }
}
