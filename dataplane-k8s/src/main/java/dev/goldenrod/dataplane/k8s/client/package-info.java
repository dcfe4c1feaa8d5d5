/**
 * How the cluster's API server is talked to, and what is known of its objects.
 *
 * <p>Decided in: docs/decisions/0024-an-api-server-that-is-away.md
 */
@NullMarked
package dev.goldenrod.dataplane.k8s.client;

import org.jspecify.annotations.NullMarked;
