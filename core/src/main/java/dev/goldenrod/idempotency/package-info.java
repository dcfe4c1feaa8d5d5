/**
 * Idempotency: the answer to a request is stored and returned again when the request is repeated.
 */
@NullMarked
package dev.goldenrod.idempotency;

import org.jspecify.annotations.NullMarked;
