/**
 * Orphans: what a data plane holds and the store does not know.
 *
 * <p>Decided in: docs/decisions/0021-marks-and-quarantine.md
 */
@NullMarked
package dev.goldenrod.orphan;

import org.jspecify.annotations.NullMarked;
