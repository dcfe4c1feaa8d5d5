/**
 * Imports as pods and volumes of a cluster.
 *
 * <p>Decided in: docs/decisions/0023-imports-that-outlive-their-connections.md
 */
@NullMarked
package dev.goldenrod.dataplane.k8s.imports;

import org.jspecify.annotations.NullMarked;
