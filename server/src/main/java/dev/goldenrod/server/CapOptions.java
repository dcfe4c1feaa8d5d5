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
          "Maximum number of instances of one member (10). Each start stores the limit, unless"
              + " PATCH /v1/org/quota has set another one; --reset-caps discards that one.")
  String instancesPerUser = "";

  @Option(
      names = INSTANCES_PER_ORG,
      paramLabel = "N",
      defaultValue = "",
      description =
          "Maximum number of instances of all members (100); stored like"
              + " --max-instances-per-user.")
  String instancesPerOrg = "";

  @Option(
      names = DATABASES_PER_USER,
      paramLabel = "N",
      defaultValue = "",
      description = "Maximum number of databases of one member, including branches (20).")
  String databasesPerUser = "";

  @Option(
      names = DATABASES_PER_ORG,
      paramLabel = "N",
      defaultValue = "",
      description = "Maximum number of databases of all members, including branches (100).")
  String databasesPerOrg = "";

  @Option(
      names = SNAPSHOTS_PER_USER,
      paramLabel = "N",
      defaultValue = "",
      description = "Maximum number of snapshots of one member's databases (100).")
  String snapshotsPerUser = "";

  @Option(
      names = SNAPSHOTS_PER_ORG,
      paramLabel = "N",
      defaultValue = "",
      description = "Maximum number of snapshots of all databases (1000).")
  String snapshotsPerOrg = "";

  @Option(
      names = CONNECTIONS,
      paramLabel = "N",
      defaultValue = "",
      description =
          "Maximum number of concurrent connections to the API from one remote address (1024); 0"
              + " for no limit, for example behind a proxy on another machine. Connections from"
              + " loopback addresses are not counted.")
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
