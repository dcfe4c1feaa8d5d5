/**
 * Snapshots of databases as archives that leave the machine, and archives that come in as volumes
 * of golden versions; see docs/decisions/0040-snapshots-that-leave-the-machine.md.
 */
@NullMarked
package dev.goldenrod.dataplane.local.archive;

import org.jspecify.annotations.NullMarked;
