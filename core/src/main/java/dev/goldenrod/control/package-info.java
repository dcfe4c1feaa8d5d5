/**
 * The use cases, and the facade an embedder builds and holds.
 *
 * <p>Decided in: docs/decisions/0003-work-items-and-leases.md
 */
@NullMarked
package dev.goldenrod.control;

import org.jspecify.annotations.NullMarked;
