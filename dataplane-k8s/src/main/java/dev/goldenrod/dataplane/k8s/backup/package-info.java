/**
 * Copies of databases that go on meanwhile, by their engines' own backups.
 *
 * <p>Decided in: docs/decisions/0032-copies-that-take-longer-than-a-standstill.md
 */
@NullMarked
package dev.goldenrod.dataplane.k8s.backup;

import org.jspecify.annotations.NullMarked;
