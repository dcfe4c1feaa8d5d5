package dev.goldenrod.server;

import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.quota.Caps;
import java.util.OptionalInt;
import picocli.CommandLine.Option;

/**
 * Options of {@code serve} that limit the number of resources; an empty option uses the default.
 * Methods throw {@link UsageException} if a limit is not a whole number.
 */
final class CapOptions {
  static final String INSTANCES_PER_USER = "--max-instances-per-user";
  static final String INSTANCES_PER_ORG = "--max-instances-per-org";
  private static final String DATABASES_PER_USER = "--max-databases-per-user";
  private static final String DATABASES_PER_ORG = "--max-databases-per-org";
  private static final String SNAPSHOTS_PER_USER = "--max-snapshots-per-user";
  private static final String SNAPSHOTS_PER_ORG = "--max-snapshots-per-org";
  private static final String CONNECTIONS = "--max-connections-per-address";

  @Option(
      names = INSTANCES_PER_USER,
      paramLabel = "N",
      defaultValue = "",
      description =
          "Instances that a member may have (10); kept with the organisation at each start, until"
              + " PATCH /v1/org/quota sets another one, which stands until a start with --reset-caps.")
  String instancesPerUser = "";

  @Option(
      names = INSTANCES_PER_ORG,
      paramLabel = "N",
      defaultValue = "",
      description = "Instances of all members (100); the same.")
  String instancesPerOrg = "";

  @Option(
      names = DATABASES_PER_USER,
      paramLabel = "N",
      defaultValue = "",
      description = "Databases that a member may have, branches included (20).")
  String databasesPerUser = "";

  @Option(
      names = DATABASES_PER_ORG,
      paramLabel = "N",
      defaultValue = "",
      description = "Databases of all members, branches included (100).")
  String databasesPerOrg = "";

  @Option(
      names = SNAPSHOTS_PER_USER,
      paramLabel = "N",
      defaultValue = "",
      description = "Snapshots that there may be of a member's databases (100).")
  String snapshotsPerUser = "";

  @Option(
      names = SNAPSHOTS_PER_ORG,
      paramLabel = "N",
      defaultValue = "",
      description = "Snapshots of all databases (1000).")
  String snapshotsPerOrg = "";

  @Option(
      names = CONNECTIONS,
      paramLabel = "N",
      defaultValue = "",
      description =
          "Connections to the API of one remote address at once (1024); 0 for any number, as behind a"
              + " proxy on another machine; this machine's own are not counted.")
  String connectionsPerAddress = "";

  /** Returns the limits for a new organization. */
  Caps caps() {
    Caps usual = Caps.DEFAULTS;
    return new Caps(
        cap(INSTANCES_PER_USER, instancesPerUser).orElse(usual.instancesPerUser()),
        cap(INSTANCES_PER_ORG, instancesPerOrg).orElse(usual.instancesPerOrg()),
        cap(DATABASES_PER_USER, databasesPerUser).orElse(usual.databasesPerUser()),
        cap(DATABASES_PER_ORG, databasesPerOrg).orElse(usual.databasesPerOrg()),
        cap(SNAPSHOTS_PER_USER, snapshotsPerUser).orElse(usual.snapshotsPerUser()),
        cap(SNAPSHOTS_PER_ORG, snapshotsPerOrg).orElse(usual.snapshotsPerOrg()));
  }

  /** Returns the explicitly set limits on instances, for an existing organization. */
  InstanceCaps ofInstances(boolean reset) {
    return new InstanceCaps(
        cap(INSTANCES_PER_USER, instancesPerUser), cap(INSTANCES_PER_ORG, instancesPerOrg), reset);
  }

  /** Returns the maximum number of connections from one address; 0 for no limit. */
  int connectionsPerAddress() {
    return cap(CONNECTIONS, connectionsPerAddress)
        .orElse(HttpOptions.DEFAULT_CONNECTIONS_PER_ADDRESS);
  }

  private static OptionalInt cap(String option, String value) {
    if (value.isEmpty()) {
      return OptionalInt.empty();
    }
    try {
      int cap = Integer.parseInt(value);
      if (cap >= 0) {
        return OptionalInt.of(cap);
      }
    } catch (NumberFormatException e) {
      throw noCap(option, value);
    }
    throw noCap(option, value);
  }

  private static UsageException noCap(String option, String value) {
    return new UsageException(
        option + " is '" + value + "'; it must be a whole number from 0 to " + Integer.MAX_VALUE);
  }
}
