package dev.goldenrod.cluster;

import java.util.Locale;

/** The connection status of a cluster. */
public enum ClusterStatus {
  /** The data plane is connected to a server. */
  ONLINE,
  /** The data plane is connected, but what it depends on, as a Kubernetes API, does not answer. */
  DEGRADED,
  /** The data plane is connected to no server. */
  OFFLINE;

  /** Returns the name in the API, as in {@code online}. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
