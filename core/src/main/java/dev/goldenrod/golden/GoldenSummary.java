package dev.goldenrod.golden;

/**
 * A golden as lists show it.
 *
 * @param latestVersion the newest ready version; 0 if there is none
 */
public record GoldenSummary(Golden golden, int latestVersion) {}
