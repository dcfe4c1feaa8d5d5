/**
 * Orphans: resources that a data plane holds without a row in the store.
 *
 * <p>Decided in: docs/decisions/0021-marks-and-quarantine.md
 */
@NullMarked
package dev.goldenrod.orphan;

import org.jspecify.annotations.NullMarked;
