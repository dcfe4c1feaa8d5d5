package dev.goldenrod.quota;

import java.util.Objects;
import java.util.UUID;

/**
 * The caps of an organisation on instances whose desired state is present; 0 allows none.
 *
 * @param isPerUserPinned whether the cap for each member was set by a member, and stands against
 *     the one that a start of a server gives
 * @param isPerOrgPinned the same of the cap for all members together
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

  /** Caps that a start gave. */
  public Quota(UUID orgId, int maxInstancesPerUser, int maxInstancesPerOrg) {
    this(orgId, maxInstancesPerUser, maxInstancesPerOrg, false, false);
  }

  /** Whether one more instance stays within both caps. */
  public boolean allowsOneMore(int ownedByUser, int inOrg) {
    return ownedByUser < maxInstancesPerUser && inOrg < maxInstancesPerOrg;
  }
}
