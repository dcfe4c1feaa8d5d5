/** Shared by all use cases: transactions, idempotency, and access to data planes. */
@NullMarked
package dev.goldenrod.control.context;

import org.jspecify.annotations.NullMarked;
