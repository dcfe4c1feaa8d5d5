package dev.goldenrod.control;

import dev.goldenrod.Retention;
import dev.goldenrod.quota.Caps;
import java.time.Duration;

/**
 * The settings of an operator.
 *
 * @param caps the limits of members and the organization
 * @param credentialTimeout how long a data plane may take to provide credentials
 * @param schemaTimeout how long a data plane may take to read or compare schemas; a request may
 *     wait as long in the queue
 * @param namespace the namespace that instances report; on Kubernetes that of their pods
 * @param retention how long records are kept
 * @param deleteGrace how long deleted goldens and databases can be restored; zero to remove them at
 *     once
 * @param requiresMasking whether only versions with an attestation of masking may be used
 */
public record Settings(
    Caps caps,
    Duration credentialTimeout,
    Duration schemaTimeout,
    String namespace,
    Retention retention,
    Duration deleteGrace,
    boolean requiresMasking) {
  private static final String USUAL_NAMESPACE = "goldenrod";
  private static final Duration USUAL_CREDENTIAL_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration USUAL_SCHEMA_TIMEOUT = Duration.ofMinutes(2);

  /**
   * Default limits and retention, ten seconds for credentials, two minutes for schemas, and the
   * namespace {@code goldenrod}. Deleted resources cannot be restored, and masking is not required.
   */
  public static final Settings DEFAULTS =
      new Settings(
          Caps.DEFAULTS,
          USUAL_CREDENTIAL_TIMEOUT,
          USUAL_SCHEMA_TIMEOUT,
          USUAL_NAMESPACE,
          Retention.DEFAULTS,
          Duration.ZERO,
          false);

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
        Duration.ZERO,
        false);
  }

  /** Returns the same settings with another namespace. */
  public Settings inNamespace(String other) {
    return new Settings(
        caps, credentialTimeout, schemaTimeout, other, retention, deleteGrace, requiresMasking);
  }

  /** Returns the same settings with other limits. */
  public Settings withCaps(Caps other) {
    return new Settings(
        other,
        credentialTimeout,
        schemaTimeout,
        namespace,
        retention,
        deleteGrace,
        requiresMasking);
  }

  /** Returns the same settings with another retention. */
  public Settings withRetention(Retention other) {
    return new Settings(
        caps, credentialTimeout, schemaTimeout, namespace, other, deleteGrace, requiresMasking);
  }

  /**
   * Returns the same settings with another time to restore deleted resources; zero for none.
   *
   * @throws IllegalArgumentException if negative
   */
  public Settings withDeleteGrace(Duration other) {
    if (other.isNegative()) {
      throw new IllegalArgumentException("the delete grace must not be negative: " + other);
    }
    return new Settings(
        caps, credentialTimeout, schemaTimeout, namespace, retention, other, requiresMasking);
  }

  /** Returns the same settings with or without the restriction to attested versions. */
  public Settings withMaskingRequired(boolean required) {
    return new Settings(
        caps, credentialTimeout, schemaTimeout, namespace, retention, deleteGrace, required);
  }
}
