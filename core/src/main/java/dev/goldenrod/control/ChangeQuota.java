package dev.goldenrod.control;

/** Caps to set; 0 leaves a cap as it is. */
public record ChangeQuota(int maxInstancesPerUser, int maxInstancesPerOrg) {}
