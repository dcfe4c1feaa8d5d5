package dev.goldenrod.client;

import org.jspecify.annotations.Nullable;

/** The organisation's caps on clones. Thread-safe. */
public final class Quotas {
  private final TypedApi api;

  Quotas(TypedApi api) {
    this.api = api;
  }

  /** The caps, and what is used of them. */
  public Quota get() {
    return api.get("/v1/org/quota", Quota.class);
  }

  /** Changes the caps. */
  public InstanceCaps update(UpdateQuotaRequest request) {
    return api.patch("/v1/org/quota", request, InstanceCaps.class);
  }

  /** The caps on instances, and what is used of them. */
  public record Quota(
      int maxInstancesPerUser, int maxInstancesPerOrg, int activeInOrg, int activeOwned) {}

  /** The caps on instances. */
  public record InstanceCaps(int maxInstancesPerUser, int maxInstancesPerOrg) {}

  /**
   * What {@code updateQuota} takes.
   *
   * @param maxInstancesPerUser 0 leaves it as it is
   * @param maxInstancesPerOrg 0 leaves it as it is
   */
  public record UpdateQuotaRequest(
      @Nullable Integer maxInstancesPerUser, @Nullable Integer maxInstancesPerOrg) {
    /** That changes nothing yet. */
    public static UpdateQuotaRequest of() {
      return new UpdateQuotaRequest(null, null);
    }

    /** With that {@code max_instances_per_user}. */
    public UpdateQuotaRequest withMaxInstancesPerUser(int maxInstancesPerUser) {
      return new UpdateQuotaRequest(maxInstancesPerUser, maxInstancesPerOrg);
    }

    /** With that {@code max_instances_per_org}. */
    public UpdateQuotaRequest withMaxInstancesPerOrg(int maxInstancesPerOrg) {
      return new UpdateQuotaRequest(maxInstancesPerUser, maxInstancesPerOrg);
    }
  }
}
