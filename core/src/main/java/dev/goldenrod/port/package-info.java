/**
 * The ports: what the core asks of a store and of a data plane.
 *
 * <p>Decided in: docs/decisions/0010-a-data-plane-runs-databases.md
 */
@NullMarked
package dev.goldenrod.port;

import org.jspecify.annotations.NullMarked;
