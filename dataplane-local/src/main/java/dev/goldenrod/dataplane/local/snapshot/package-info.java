/** Snapshots of databases, each a frozen volume. */
@NullMarked
package dev.goldenrod.dataplane.local.snapshot;

import org.jspecify.annotations.NullMarked;
