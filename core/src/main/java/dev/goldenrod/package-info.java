/**
 * What every room of the core shares: its one exception and the codes it carries.
 *
 * <p>Decided in:
 *
 * <ul>
 *   <li>docs/decisions/0001-modules.md
 *   <li>docs/decisions/0016-what-embedders-compile-against.md
 * </ul>
 */
@NullMarked
package dev.goldenrod;

import org.jspecify.annotations.NullMarked;
