package dev.goldenrod.client;

import org.jspecify.annotations.Nullable;

/** The organization's quotas of clones. Thread-safe. */
public final class Quotas {
  private final TypedApi api;

  Quotas(TypedApi api) {
    this.api = api;
  }

  /** Returns the quotas and the current use. */
  public Quota get() {
    return api.get("/v1/org/quota", Quota.class);
  }

  /** Changes the quotas. */
  public InstanceCaps update(UpdateQuotaRequest request) {
    return api.patch("/v1/org/quota", request, InstanceCaps.class);
  }

  /** Quotas of instances and their current use. */
  public record Quota(
      int maxInstancesPerUser, int maxInstancesPerOrg, int activeInOrg, int activeOwned) {}

  /** Quotas of instances. */
  public record InstanceCaps(int maxInstancesPerUser, int maxInstancesPerOrg) {}

  /**
   * Request body of {@code updateQuota}.
   *
   * @param maxInstancesPerUser 0 for no change
   * @param maxInstancesPerOrg 0 for no change
   */
  public record UpdateQuotaRequest(
      @Nullable Integer maxInstancesPerUser, @Nullable Integer maxInstancesPerOrg) {
    /** Returns a request without changes. */
    public static UpdateQuotaRequest of() {
      return new UpdateQuotaRequest(null, null);
    }

    /** Returns a copy with the given {@code max_instances_per_user}. */
    public UpdateQuotaRequest withMaxInstancesPerUser(int maxInstancesPerUser) {
      return new UpdateQuotaRequest(maxInstancesPerUser, maxInstancesPerOrg);
    }

    /** Returns a copy with the given {@code max_instances_per_org}. */
    public UpdateQuotaRequest withMaxInstancesPerOrg(int maxInstancesPerOrg) {
      return new UpdateQuotaRequest(maxInstancesPerUser, maxInstancesPerOrg);
    }
  }
}
