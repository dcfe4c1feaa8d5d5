/**
 * Requests to a server's {@code /v1} surface: {@link dev.goldenrod.client.GoldenrodClient} with
 * records, {@link dev.goldenrod.client.ApiConnection} with JSON; retries, idempotency keys, waits,
 * and errors that say what the server said.
 */
@NullMarked
package dev.goldenrod.client;

import org.jspecify.annotations.NullMarked;
