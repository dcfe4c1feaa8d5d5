package dev.goldenrod.golden.planted;

import dev.goldenrod.port.Store;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class DomainThatKnowsItsStore {
  private DomainThatKnowsItsStore() {}

  static void close(Store store) {
    store.close();
  }
}
