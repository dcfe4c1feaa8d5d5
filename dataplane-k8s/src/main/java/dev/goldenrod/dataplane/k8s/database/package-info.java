/** Databases and their snapshots as objects of a cluster. */
@NullMarked
package dev.goldenrod.dataplane.k8s.database;

import org.jspecify.annotations.NullMarked;
