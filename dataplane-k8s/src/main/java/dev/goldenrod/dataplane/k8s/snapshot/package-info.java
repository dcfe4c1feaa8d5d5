/**
 * Snapshots of databases, and copies of running databases made with their engines' online backups.
 *
 * <p>Decided in: docs/decisions/0032-copies-that-take-longer-than-a-standstill.md
 */
@NullMarked
package dev.goldenrod.dataplane.k8s.snapshot;

import org.jspecify.annotations.NullMarked;
