package dev.goldenrod.cluster;

import java.util.Locale;

/** Where a cluster's data plane runs. */
public enum ClusterKind {
  /** In the server's own process. */
  EMBEDDED,
  /** In a remote process that dials in. */
  AGENT;

  /** The name in the API: {@code embedded} or {@code agent}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
