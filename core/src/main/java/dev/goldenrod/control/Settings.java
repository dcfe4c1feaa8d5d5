package dev.goldenrod.control;

import java.time.Duration;

/**
 * What an operator can set.
 *
 * @param maxInstancesPerUser a new organisation's cap for each member
 * @param maxInstancesPerOrg a new organisation's cap for all members together
 * @param maxDatabasesPerOrg an organisation's cap on databases, branches included
 * @param credentialTimeout how long a data plane may take to hand out credentials
 */
public record Settings(
    int maxInstancesPerUser,
    int maxInstancesPerOrg,
    int maxDatabasesPerOrg,
    Duration credentialTimeout) {
  /** Caps of 10 and 100 instances and 100 databases, and ten seconds for credentials. */
  public static final Settings DEFAULTS = new Settings(10, 100, 100, Duration.ofSeconds(10));
}
