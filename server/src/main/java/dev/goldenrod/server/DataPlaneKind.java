package dev.goldenrod.server;

import java.util.Locale;

/** Which data plane a server runs in its own process. */
enum DataPlaneKind {
  LOCAL,
  KUBERNETES,
  NONE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
