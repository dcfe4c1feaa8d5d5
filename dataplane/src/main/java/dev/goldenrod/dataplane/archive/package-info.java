/**
 * Writes snapshots as archives, and reads archives from untrusted sources.
 *
 * <p>Decided in: docs/decisions/0040-snapshots-that-leave-the-machine.md
 */
@NullMarked
package dev.goldenrod.dataplane.archive;

import org.jspecify.annotations.NullMarked;
