package dev.goldenrod.quota;

/**
 * An organisation's caps beside what is used of them.
 *
 * @param activeInOrg instances of the organisation whose desired state is present
 * @param activeOwned those of them the caller owns
 */
public record QuotaUse(Quota quota, int activeInOrg, int activeOwned) {}
