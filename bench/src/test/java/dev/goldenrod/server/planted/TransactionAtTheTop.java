package dev.goldenrod.server.planted;

import dev.goldenrod.port.Store;

/** Violates an architecture rule on purpose: {@code HouseRulesTest} must detect it. */
public final class TransactionAtTheTop {
  private TransactionAtTheTop() {}

  static void write(Store store) {
    store.useTransaction(transaction -> {});
  }
}
