package dev.goldenrod.quota;

import java.util.Objects;
import java.util.UUID;

/** The caps of an organisation on instances whose desired state is present; 0 allows none. */
public record Quota(UUID orgId, int maxInstancesPerUser, int maxInstancesPerOrg) {
  public Quota {
    Objects.requireNonNull(orgId);
    if (maxInstancesPerUser < 0 || maxInstancesPerOrg < 0) {
      throw new IllegalArgumentException(
          "caps " + maxInstancesPerUser + ", " + maxInstancesPerOrg + " must not be negative");
    }
  }

  /** Whether one more instance stays within both caps. */
  public boolean allowsOneMore(int ownedByUser, int inOrg) {
    return ownedByUser < maxInstancesPerUser && inOrg < maxInstancesPerOrg;
  }
}
