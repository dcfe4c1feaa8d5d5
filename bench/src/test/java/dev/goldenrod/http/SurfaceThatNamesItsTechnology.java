package dev.goldenrod.http;

import org.jdbi.v3.core.Jdbi;

/** Breaks a rule, to prove that the rule holds. */
public final class SurfaceThatNamesItsTechnology {
  private SurfaceThatNamesItsTechnology() {}

  /** Embedders would need Jdbi to compile a call. */
  public static Jdbi open(String url) {
    return Jdbi.create(url);
  }
}
