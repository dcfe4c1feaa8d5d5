/**
 * Snapshots exported as archives, and archives imported as volumes of golden versions; see
 * docs/decisions/0040-snapshots-that-leave-the-machine.md.
 */
@NullMarked
package dev.goldenrod.dataplane.local.archive;

import org.jspecify.annotations.NullMarked;
