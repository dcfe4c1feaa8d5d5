package dev.goldenrod.cluster;

import java.util.Locale;

/** Where a cluster's data plane runs. */
public enum ClusterKind {
  /** The data plane runs in the server's own process. */
  EMBEDDED,
  /** The data plane runs in a remote process that connects to the server. */
  AGENT;

  /** Returns the name in the API: {@code embedded} or {@code agent}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
