package dev.goldenrod.client;

import java.time.Duration;

/**
 * A request and its response, for logging.
 *
 * @param path without the query
 * @param requestId id of the request in the server's log; empty if the response has none
 * @param took from the start of the request to the end of the response
 */
public record Exchange(String method, String path, int status, String requestId, Duration took) {}
