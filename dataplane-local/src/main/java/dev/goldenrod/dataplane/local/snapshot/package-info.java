/** Snapshots of databases as frozen volumes. */
@NullMarked
package dev.goldenrod.dataplane.local.snapshot;

import org.jspecify.annotations.NullMarked;
