package dev.goldenrod.idempotency;

/**
 * An answer as it is sent.
 *
 * @param body empty when the answer has none
 */
public record RenderedResponse(int status, String body) {}
