package dev.goldenrod.console.page;

import dev.goldenrod.console.session.Visit;
import dev.goldenrod.control.PageRequest;

/** The pages of long lists. */
public final class Lists {
  private static final int ROWS = 50;

  private Lists() {}

  /** Returns the part of the list that the query names; without one, the first. */
  public static PageRequest page(Visit visit) {
    return new PageRequest(ROWS, null, visit.query("cursor").orElse(null));
  }
}
