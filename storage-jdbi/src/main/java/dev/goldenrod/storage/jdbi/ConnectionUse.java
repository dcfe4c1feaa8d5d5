package dev.goldenrod.storage.jdbi;

/**
 * The state of a store's connection pool.
 *
 * @param waiting threads that wait for a connection
 * @param most the maximum number of connections
 */
public record ConnectionUse(int active, int idle, int waiting, int most) {}
