package dev.goldenrod.client;

import java.time.Duration;

/**
 * One request and its answer, for logs.
 *
 * @param method as in {@code GET}
 * @param path without the query
 * @param status of the answer
 * @param requestId what the server's log knows the request by; empty when the answer named none
 * @param took from the request's beginning to the answer's end
 */
public record Exchange(String method, String path, int status, String requestId, Duration took) {}
