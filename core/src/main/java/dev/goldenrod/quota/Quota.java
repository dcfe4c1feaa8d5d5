package dev.goldenrod.quota;

import java.util.Objects;
import java.util.UUID;

/**
 * An organization's limits on instances whose desired state is present; 0 allows none.
 *
 * @param isPerUserPinned whether a member set the limit for each member, so that the server's
 *     configuration does not replace it at a start
 * @param isPerOrgPinned the same for the limit for all members together
 */
public record Quota(
    UUID orgId,
    int maxInstancesPerUser,
    int maxInstancesPerOrg,
    boolean isPerUserPinned,
    boolean isPerOrgPinned) {
  public Quota {
    Objects.requireNonNull(orgId);
    if (maxInstancesPerUser < 0 || maxInstancesPerOrg < 0) {
      throw new IllegalArgumentException(
          "caps " + maxInstancesPerUser + ", " + maxInstancesPerOrg + " must not be negative");
    }
  }

  /** Creates a quota with limits from the server's configuration. */
  public Quota(UUID orgId, int maxInstancesPerUser, int maxInstancesPerOrg) {
    this(orgId, maxInstancesPerUser, maxInstancesPerOrg, false, false);
  }

  /** Returns whether one more instance is within both limits. */
  public boolean allowsOneMore(int ownedByUser, int inOrg) {
    return ownedByUser < maxInstancesPerUser && inOrg < maxInstancesPerOrg;
  }
}
