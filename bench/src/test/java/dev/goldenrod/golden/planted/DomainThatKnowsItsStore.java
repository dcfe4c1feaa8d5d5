package dev.goldenrod.golden.planted;

import dev.goldenrod.port.Store;

/** Breaks a rule, to prove that the rule holds. */
public final class DomainThatKnowsItsStore {
  private DomainThatKnowsItsStore() {}

  static void close(Store store) {
    store.close();
  }
}
