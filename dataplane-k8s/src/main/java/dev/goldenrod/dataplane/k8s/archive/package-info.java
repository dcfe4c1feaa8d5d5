/**
 * Export of snapshots as archives, and import of archives as volumes of golden versions.
 *
 * <p>Decided in: docs/decisions/0040-snapshots-that-leave-the-machine.md
 */
@NullMarked
package dev.goldenrod.dataplane.k8s.archive;

import org.jspecify.annotations.NullMarked;
