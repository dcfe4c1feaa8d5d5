package dev.goldenrod.masking.detect;

/**
 * What is known of a column's values.
 *
 * @param confidence in percent
 */
record Evidence(DataKind kind, int confidence, String reason) {}
