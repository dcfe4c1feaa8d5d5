/** Idempotency: the first answer to a request, kept to answer its repetitions. */
@NullMarked
package dev.goldenrod.idempotency;

import org.jspecify.annotations.NullMarked;
