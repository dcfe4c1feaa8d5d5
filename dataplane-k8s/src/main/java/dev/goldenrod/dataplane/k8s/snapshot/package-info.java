/** Snapshots of databases, and the volumes that are made for copies of them. */
@NullMarked
package dev.goldenrod.dataplane.k8s.snapshot;

import org.jspecify.annotations.NullMarked;
