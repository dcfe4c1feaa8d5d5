package dev.goldenrod.storage.jdbi;

/**
 * How a store's connections are used at one moment.
 *
 * @param active in use
 * @param idle open, and in nobody's use
 * @param waiting threads that wait for one
 * @param most that there may be
 */
public record ConnectionUse(int active, int idle, int waiting, int most) {}
