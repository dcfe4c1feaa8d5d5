package dev.goldenrod.http.view;

import dev.goldenrod.quota.Quota;
import dev.goldenrod.quota.QuotaUse;

/** The caps and what is used of them. */
public record QuotaView(
    int maxInstancesPerUser, int maxInstancesPerOrg, int activeInOrg, int activeOwned) {
  /** The caps alone. */
  public record Caps(int maxInstancesPerUser, int maxInstancesPerOrg) {}

  public static QuotaView of(QuotaUse use) {
    return new QuotaView(
        use.quota().maxInstancesPerUser(),
        use.quota().maxInstancesPerOrg(),
        use.activeInOrg(),
        use.activeOwned());
  }

  public static Caps caps(Quota quota) {
    return new Caps(quota.maxInstancesPerUser(), quota.maxInstancesPerOrg());
  }
}
