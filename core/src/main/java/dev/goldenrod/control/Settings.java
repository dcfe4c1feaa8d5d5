package dev.goldenrod.control;

import java.time.Duration;

/**
 * What an operator can set.
 *
 * @param maxInstancesPerUser a new organisation's cap for each member
 * @param maxInstancesPerOrg a new organisation's cap for all members together
 * @param maxDatabasesPerOrg an organisation's cap on databases, branches included
 * @param credentialTimeout how long a data plane may take to hand out credentials
 * @param schemaTimeout how long it may take to read or compare schemas; a request may wait as long
 *     for its turn
 */
public record Settings(
    int maxInstancesPerUser,
    int maxInstancesPerOrg,
    int maxDatabasesPerOrg,
    Duration credentialTimeout,
    Duration schemaTimeout) {
  private static final Duration USUAL_SCHEMA_TIMEOUT = Duration.ofMinutes(2);

  /** Caps of 10 and 100 instances and 100 databases, and ten seconds for credentials. */
  public static final Settings DEFAULTS = new Settings(10, 100, 100, Duration.ofSeconds(10));

  /** Those settings, and two minutes for schemas. */
  public Settings(
      int maxInstancesPerUser,
      int maxInstancesPerOrg,
      int maxDatabasesPerOrg,
      Duration credentialTimeout) {
    this(
        maxInstancesPerUser,
        maxInstancesPerOrg,
        maxDatabasesPerOrg,
        credentialTimeout,
        USUAL_SCHEMA_TIMEOUT);
  }
}
