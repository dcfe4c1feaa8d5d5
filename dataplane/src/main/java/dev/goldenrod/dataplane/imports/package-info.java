/**
 * The import runner: it runs the steps of imports and saves their results.
 *
 * <p>Decided in:
 *
 * <ul>
 *   <li>docs/decisions/0004-phases-of-an-import.md
 *   <li>docs/decisions/0023-imports-that-outlive-their-connections.md
 * </ul>
 */
@NullMarked
package dev.goldenrod.dataplane.imports;

import org.jspecify.annotations.NullMarked;
