package dev.goldenrod.server;

import java.util.Locale;

/** What databases speak TLS with. */
enum DatabaseTlsKind {
  OFF,
  AUTO,
  CERT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
