package dev.goldenrod.control;

import dev.goldenrod.Retention;
import dev.goldenrod.quota.Caps;
import java.time.Duration;

/**
 * What an operator can set.
 *
 * @param caps how much members and the organisation may have
 * @param credentialTimeout how long a data plane may take to hand out credentials
 * @param schemaTimeout how long it may take to read or compare schemas; a request may wait as long
 *     for its turn
 * @param namespace what instances name as theirs: on Kubernetes the one that their pods are in
 * @param retention how long records are kept
 * @param deleteGrace how long deleted goldens and databases can be restored; zero to remove them at
 *     once
 */
public record Settings(
    Caps caps,
    Duration credentialTimeout,
    Duration schemaTimeout,
    String namespace,
    Retention retention,
    Duration deleteGrace) {
  private static final String USUAL_NAMESPACE = "goldenrod";
  private static final Duration USUAL_CREDENTIAL_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration USUAL_SCHEMA_TIMEOUT = Duration.ofMinutes(2);

  /**
   * The usual caps and retention, ten seconds for credentials, two minutes for schemas, and the
   * namespace {@code goldenrod}.
   */
  public static final Settings DEFAULTS =
      new Settings(
          Caps.DEFAULTS,
          USUAL_CREDENTIAL_TIMEOUT,
          USUAL_SCHEMA_TIMEOUT,
          USUAL_NAMESPACE,
          Retention.DEFAULTS,
          Duration.ZERO);

  /**
   * Those settings, and the others by default. A member may have all databases of the organisation.
   */
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

  /** The same with a timeout for schemas and a namespace. */
  public Settings(
      int maxInstancesPerUser,
      int maxInstancesPerOrg,
      int maxDatabasesPerOrg,
      Duration credentialTimeout,
      Duration schemaTimeout,
      String namespace) {
    this(
        new Caps(
            maxInstancesPerUser,
            maxInstancesPerOrg,
            maxDatabasesPerOrg,
            maxDatabasesPerOrg,
            Caps.DEFAULTS.snapshotsPerUser(),
            Caps.DEFAULTS.snapshotsPerOrg()),
        credentialTimeout,
        schemaTimeout,
        namespace,
        Retention.DEFAULTS,
        Duration.ZERO);
  }

  /** The same with that namespace. */
  public Settings inNamespace(String other) {
    return new Settings(caps, credentialTimeout, schemaTimeout, other, retention, deleteGrace);
  }

  /** The same with those caps. */
  public Settings withCaps(Caps other) {
    return new Settings(other, credentialTimeout, schemaTimeout, namespace, retention, deleteGrace);
  }

  /** The same with that retention. */
  public Settings withRetention(Retention other) {
    return new Settings(caps, credentialTimeout, schemaTimeout, namespace, other, deleteGrace);
  }

  /**
   * The same with that time to restore what was deleted.
   *
   * @param other zero for none
   * @throws IllegalArgumentException when it is negative
   */
  public Settings withDeleteGrace(Duration other) {
    if (other.isNegative()) {
      throw new IllegalArgumentException("what was deleted cannot be kept for " + other);
    }
    return new Settings(caps, credentialTimeout, schemaTimeout, namespace, retention, other);
  }
}
