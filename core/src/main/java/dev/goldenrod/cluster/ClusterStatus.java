package dev.goldenrod.cluster;

import java.util.Locale;

/** Whether work can be done in a cluster now. */
public enum ClusterStatus {
  /** Its data plane is connected to a server. */
  ONLINE,
  /** Its data plane is connected, but what that runs on, as an API server, gives no answer. */
  DEGRADED,
  /** Its data plane is connected to no server. */
  OFFLINE;

  /** The word of the API. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
