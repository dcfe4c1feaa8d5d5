package dev.goldenrod.server;

import java.util.Locale;

/** The data plane that runs in a server's own process. */
enum DataPlaneKind {
  LOCAL,
  KUBERNETES,
  NONE;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
