package dev.goldenrod.control;

/**
 * An instance to launch.
 *
 * @param size the API's name of the size; empty for {@code small}
 * @param ttl how long it lives, as in {@code 8h}
 * @param version 0 for the latest
 */
public record LaunchInstance(String golden, String size, String ttl, int version) {}
