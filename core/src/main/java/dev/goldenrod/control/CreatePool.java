package dev.goldenrod.control;

/**
 * A pool to create.
 *
 * @param version 0 follows the latest
 * @param size the API's name of the size; empty for {@code small}
 */
public record CreatePool(String golden, int version, String size, int target) {}
