package dev.goldenrod.http;

import org.jdbi.v3.core.Jdbi;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class SurfaceThatNamesItsTechnology {
  private SurfaceThatNamesItsTechnology() {}

  public static Jdbi open(String url) {
    return Jdbi.create(url);
  }
}
