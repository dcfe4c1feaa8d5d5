package dev.goldenrod.http.web;

/**
 * One method on one path.
 *
 * @param path with {@code {name}} for each parameter
 * @param wording how malformed input is refused
 * @param replayable whether an {@code Idempotency-Key} is honoured
 */
public record Route(
    String method,
    String path,
    Access access,
    Wording wording,
    boolean replayable,
    RouteHandler handler) {}
