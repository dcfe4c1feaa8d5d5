package dev.goldenrod.server;

import java.util.Locale;

/** The kind of certificate that databases use for TLS. */
enum DatabaseTlsKind {
  OFF,
  AUTO,
  CERT;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
