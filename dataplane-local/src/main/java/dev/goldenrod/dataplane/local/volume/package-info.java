/**
 * Volumes that can be cloned instantly, by the best method that the file system supports.
 *
 * <p>Decided in:
 *
 * <ul>
 *   <li>docs/decisions/0008-launches-without-the-copy.md
 *   <li>docs/decisions/0019-a-volume-is-on-the-disk-before-it-is-told-of.md
 * </ul>
 */
@NullMarked
package dev.goldenrod.dataplane.local.volume;

import org.jspecify.annotations.NullMarked;
