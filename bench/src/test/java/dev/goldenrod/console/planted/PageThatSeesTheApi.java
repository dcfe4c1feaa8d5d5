package dev.goldenrod.console.planted;

import dev.goldenrod.http.HttpOptions;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class PageThatSeesTheApi {
  private PageThatSeesTheApi() {}

  static String version() {
    return HttpOptions.defaults().version();
  }
}
