/**
 * The driver of imports: it runs their steps and keeps what is known of them.
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
