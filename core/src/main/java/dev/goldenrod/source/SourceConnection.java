package dev.goldenrod.source;

/**
 * How a data plane reaches a source.
 *
 * @param username empty when the secret holds it
 * @param sslmode as libpq names it; empty for libpq's default
 * @param secret the name of the secret that holds {@code password} and perhaps {@code username}
 */
public record SourceConnection(
    String host, int port, String dbname, String username, String sslmode, String secret) {}
