package dev.goldenrod.server;

import dev.goldenrod.control.Quotas;
import dev.goldenrod.quota.Quota;
import java.util.OptionalInt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The caps on instances that the environment gives. They are kept with the organisation, where a
 * member may have set others since.
 *
 * @param reset whether what members set is to be forgotten
 */
record InstanceCaps(OptionalInt perUser, OptionalInt perOrg, boolean reset) {
  private static final Logger LOG = LoggerFactory.getLogger(InstanceCaps.class);
  private static final String PER_USER = "GOLDENROD_MAX_INSTANCES_PER_USER";
  private static final String PER_ORG = "GOLDENROD_MAX_INSTANCES_PER_ORG";

  static InstanceCaps of(Environment environment, boolean reset) {
    return new InstanceCaps(environment.cap(PER_USER), environment.cap(PER_ORG), reset);
  }

  /** Gives them to the organisation, and says which of them have no effect. */
  void give(Quotas quotas) {
    Quota quota = quotas.give(new Quotas.Given(perUser, perOrg, reset));
    LOG.info(
        "caps: {} instances of a member{}, {} of all members{}",
        quota.maxInstancesPerUser(),
        against(quota.isPerUserPinned(), quota.maxInstancesPerUser(), PER_USER, perUser),
        quota.maxInstancesPerOrg(),
        against(quota.isPerOrgPinned(), quota.maxInstancesPerOrg(), PER_ORG, perOrg));
  }

  private static String against(boolean pinned, int cap, String variable, OptionalInt given) {
    if (!pinned) {
      return "";
    }
    return given.isPresent() && given.getAsInt() != cap
        ? " (set by PATCH /v1/org/quota, against %s=%d; serve --reset-caps gives that effect)"
            .formatted(variable, given.getAsInt())
        : " (set by PATCH /v1/org/quota)";
  }
}
