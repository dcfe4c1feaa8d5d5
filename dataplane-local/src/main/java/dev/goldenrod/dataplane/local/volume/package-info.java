/**
 * Volumes that can be copied in an instant, by whatever the file system is able to do.
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
