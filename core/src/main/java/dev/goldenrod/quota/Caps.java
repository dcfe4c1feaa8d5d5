package dev.goldenrod.quota;

/**
 * The most that there may be; 0 is none.
 *
 * @param instancesPerUser a new organisation's cap for each member
 * @param instancesPerOrg a new organisation's cap for all members together
 * @param databasesPerUser of one member, branches included
 * @param databasesPerOrg of all members, branches included
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
