package dev.goldenrod.server.planted;

import dev.goldenrod.port.Store;

/** Breaks a rule, to prove that the rule holds. */
public final class TransactionAtTheTop {
  private TransactionAtTheTop() {}

  static void write(Store store) {
    store.useTransaction(transaction -> {});
  }
}
