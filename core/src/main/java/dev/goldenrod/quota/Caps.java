package dev.goldenrod.quota;

/**
 * The limits of an organization; 0 allows none.
 *
 * @param instancesPerUser a new organization's limit for each member
 * @param instancesPerOrg a new organization's limit for all members together
 * @param databasesPerUser of one member, including branches
 * @param databasesPerOrg of all members, including branches
 * @param snapshotsPerUser of one member's databases
 * @param snapshotsPerOrg of all databases
 */
public record Caps(
    int instancesPerUser,
    int instancesPerOrg,
    int databasesPerUser,
    int databasesPerOrg,
    int snapshotsPerUser,
    int snapshotsPerOrg) {
  /** 10 and 100 instances, 20 and 100 databases, 100 and 1000 snapshots. */
  public static final Caps DEFAULTS = new Caps(10, 100, 20, 100, 100, 1000);
}
