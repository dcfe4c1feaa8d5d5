/**
 * Client of a server's {@code /v1} API: {@link dev.goldenrod.client.GoldenrodClient} with records
 * and {@link dev.goldenrod.client.ApiConnection} with JSON. Supports retries, idempotency keys,
 * waits, and errors with the details from the server.
 */
@NullMarked
package dev.goldenrod.client;

import org.jspecify.annotations.NullMarked;
