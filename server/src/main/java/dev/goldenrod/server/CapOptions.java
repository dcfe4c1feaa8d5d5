package dev.goldenrod.server;

import dev.goldenrod.control.Quotas;
import dev.goldenrod.http.HttpOptions;
import dev.goldenrod.quota.Caps;
import dev.goldenrod.quota.Quota;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/**
 * Options of {@code serve} that limit the number of resources; an empty option uses the default.
 * Methods throw {@link UsageException} if a limit is not a whole number.
 */
final class CapOptions {
  private static final String INSTANCES_PER_USER = "--max-instances-per-user";
  private static final String INSTANCES_PER_ORG = "--max-instances-per-org";
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
    return value.isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of(
            OptionValue.number(
                option,
                value,
                0,
                Integer.MAX_VALUE,
                "a whole number from 0 to " + Integer.MAX_VALUE));
  }

  /**
   * The limits on instances that the options set. They are saved with the organization, where a
   * member may have changed them since; {@code reset} discards such changes.
   */
  record InstanceCaps(OptionalInt perUser, OptionalInt perOrg, boolean reset) {
    private static final Logger LOG = LoggerFactory.getLogger(InstanceCaps.class);

    /** Returns a copy for a running server, which keeps the members' changes. */
    InstanceCaps withoutReset() {
      return new InstanceCaps(perUser, perOrg, false);
    }

    /** Saves the limits with the organization, and logs those that a member's change overrides. */
    void saveTo(Quotas quotas) {
      Quota quota = quotas.give(new Quotas.Given(perUser, perOrg, reset));
      LOG.info(
          "Limits on instances: {} per member{}, {} for all members{}",
          quota.maxInstancesPerUser(),
          overrideNote(
              quota.isPerUserPinned(), quota.maxInstancesPerUser(), INSTANCES_PER_USER, perUser),
          quota.maxInstancesPerOrg(),
          overrideNote(
              quota.isPerOrgPinned(), quota.maxInstancesPerOrg(), INSTANCES_PER_ORG, perOrg));
    }

    private static String overrideNote(boolean pinned, int cap, String option, OptionalInt given) {
      if (!pinned) {
        return "";
      }
      return given.isPresent() && given.getAsInt() != cap
          ? " (set by PATCH /v1/org/quota, which overrides %s %d until serve --reset-caps)"
              .formatted(option, given.getAsInt())
          : " (set by PATCH /v1/org/quota)";
    }
  }
}
