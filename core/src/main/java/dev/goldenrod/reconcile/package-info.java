/**
 * The loop that brings every resource to its desired state.
 *
 * <p>Decided in: docs/decisions/0003-work-items-and-leases.md
 */
@NullMarked
package dev.goldenrod.reconcile;

import org.jspecify.annotations.NullMarked;
