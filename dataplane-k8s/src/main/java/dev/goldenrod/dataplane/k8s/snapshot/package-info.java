/** Snapshots of databases. */
@NullMarked
package dev.goldenrod.dataplane.k8s.snapshot;

import org.jspecify.annotations.NullMarked;
