/**
 * The data plane on Kubernetes.
 *
 * <p>Decided in: docs/decisions/0014-databases-in-pods.md
 */
@NullMarked
package dev.goldenrod.dataplane.k8s;

import org.jspecify.annotations.NullMarked;
