/**
 * Types that all packages of the core share, such as its exception and the error codes.
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
