package dev.goldenrod.server;

import dev.goldenrod.control.Quotas;
import dev.goldenrod.quota.Quota;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
            quota.isPerUserPinned(),
            quota.maxInstancesPerUser(),
            CapOptions.INSTANCES_PER_USER,
            perUser),
        quota.maxInstancesPerOrg(),
        overrideNote(
            quota.isPerOrgPinned(),
            quota.maxInstancesPerOrg(),
            CapOptions.INSTANCES_PER_ORG,
            perOrg));
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
