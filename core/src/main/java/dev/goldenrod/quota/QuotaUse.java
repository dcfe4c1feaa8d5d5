package dev.goldenrod.quota;

/**
 * An organization's quota and its use.
 *
 * @param activeInOrg the organization's instances whose desired state is present
 * @param activeOwned those of them that the caller owns
 */
public record QuotaUse(Quota quota, int activeInOrg, int activeOwned) {}
