package dev.goldenrod.server;

import dev.goldenrod.control.Quotas;
import dev.goldenrod.quota.Quota;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The caps on instances that the options give. They are kept with the organisation, where a member
 * may have set others since.
 *
 * @param reset whether what members set is to be forgotten
 */
record InstanceCaps(OptionalInt perUser, OptionalInt perOrg, boolean reset) {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceCaps.class);

  /** The same for a server that runs: what members set stands. */
  InstanceCaps withoutReset() {
    return new InstanceCaps(perUser, perOrg, false);
  }

  /** Gives them to the organisation, and says which of them have no effect. */
  void give(Quotas quotas) {
    Quota quota = quotas.give(new Quotas.Given(perUser, perOrg, reset));
    LOG.info(
        "caps: {} instances of a member{}, {} of all members{}",
        quota.maxInstancesPerUser(),
        against(
            quota.isPerUserPinned(),
            quota.maxInstancesPerUser(),
            CapOptions.INSTANCES_PER_USER,
            perUser),
        quota.maxInstancesPerOrg(),
        against(
            quota.isPerOrgPinned(),
            quota.maxInstancesPerOrg(),
            CapOptions.INSTANCES_PER_ORG,
            perOrg));
  }

  private static String against(boolean pinned, int cap, String option, OptionalInt given) {
    if (!pinned) {
      return "";
    }
    return given.isPresent() && given.getAsInt() != cap
        ? " (set by PATCH /v1/org/quota, against %s %d; serve --reset-caps gives that effect)"
            .formatted(option, given.getAsInt())
        : " (set by PATCH /v1/org/quota)";
  }
}
