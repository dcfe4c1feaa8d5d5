package dev.goldenrod.reconcile;

import dev.goldenrod.Unavailable;
import org.slf4j.Logger;

/** Logs what broke. That the store is away is said by the store itself, once. */
final class Breakdown {
  private Breakdown() {}

  static void log(Logger log, String what, Throwable broken) {
    if (broken instanceof Unavailable) {
      log.debug("{}: {}", what, broken.getMessage());
    } else {
      log.error(what, broken);
    }
  }
}
