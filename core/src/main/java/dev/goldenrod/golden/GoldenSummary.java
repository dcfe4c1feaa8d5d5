package dev.goldenrod.golden;

/**
 * A golden as lists show it.
 *
 * @param latestVersion the newest ready version; 0 for none
 */
public record GoldenSummary(Golden golden, int latestVersion) {}
