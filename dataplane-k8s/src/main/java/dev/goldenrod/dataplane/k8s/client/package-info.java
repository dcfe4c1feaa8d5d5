/**
 * Calls of the cluster's API server, and caches of its objects.
 *
 * <p>Decided in: docs/decisions/0024-an-api-server-that-is-away.md
 */
@NullMarked
package dev.goldenrod.dataplane.k8s.client;

import org.jspecify.annotations.NullMarked;
