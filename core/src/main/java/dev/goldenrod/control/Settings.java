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
 * @param namespace what instances name as theirs: on Kubernetes the one that their pods are in
 */
public record Settings(
    int maxInstancesPerUser,
    int maxInstancesPerOrg,
    int maxDatabasesPerOrg,
    Duration credentialTimeout,
    Duration schemaTimeout,
    String namespace) {
  private static final String USUAL_NAMESPACE = "goldenrod";
  private static final Duration USUAL_SCHEMA_TIMEOUT = Duration.ofMinutes(2);

  /**
   * Caps of 10 and 100 instances and 100 databases, ten seconds for credentials, two minutes for
   * schemas, and the namespace {@code goldenrod}.
   */
  public static final Settings DEFAULTS = new Settings(10, 100, 100, Duration.ofSeconds(10));

  /** Those settings, and the others by default. */
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
        USUAL_SCHEMA_TIMEOUT,
        USUAL_NAMESPACE);
  }

  /** The same with that namespace. */
  public Settings inNamespace(String other) {
    return new Settings(
        maxInstancesPerUser,
        maxInstancesPerOrg,
        maxDatabasesPerOrg,
        credentialTimeout,
        schemaTimeout,
        other);
  }
}
