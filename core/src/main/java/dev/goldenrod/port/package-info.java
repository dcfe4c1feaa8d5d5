/**
 * The ports: the interfaces through which the core uses a store and data planes.
 *
 * <p>Decided in: docs/decisions/0010-a-data-plane-runs-databases.md
 */
@NullMarked
package dev.goldenrod.port;

import org.jspecify.annotations.NullMarked;
