package dev.goldenrod.reconcile;

import dev.goldenrod.Unavailable;
import org.slf4j.Logger;

/** Logs failures; an unavailable store only at debug level, because the store itself logs it. */
final class FailureLogger {
  private FailureLogger() {}

  static void log(Logger log, String what, Throwable broken) {
    if (broken instanceof Unavailable) {
      log.debug("{}: {}", what, broken.getMessage());
    } else {
      log.error(what, broken);
    }
  }
}
