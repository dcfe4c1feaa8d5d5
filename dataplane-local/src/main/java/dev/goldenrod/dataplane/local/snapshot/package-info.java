/**
 * Snapshots of databases as frozen volumes, their export as archives, and archives imported as
 * volumes of golden versions.
 *
 * <p>Decided in: docs/decisions/0040-snapshots-that-leave-the-machine.md
 */
@NullMarked
package dev.goldenrod.dataplane.local.snapshot;

import org.jspecify.annotations.NullMarked;
