/** Copies of databases that go on meanwhile, by their engines' own backups. */
@NullMarked
package dev.goldenrod.dataplane.k8s.backup;

import org.jspecify.annotations.NullMarked;
