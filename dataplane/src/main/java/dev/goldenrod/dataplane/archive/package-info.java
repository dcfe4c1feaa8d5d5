/**
 * Archives of snapshots, whatever the snapshots are on: how one is written, and how one that
 * anybody may have made is read.
 *
 * <p>Decided in: docs/decisions/0040-snapshots-that-leave-the-machine.md
 */
@NullMarked
package dev.goldenrod.dataplane.archive;

import org.jspecify.annotations.NullMarked;
