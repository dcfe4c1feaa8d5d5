/**
 * Clusters: the data planes registered in an organization.
 *
 * <p>Decided in: docs/decisions/0009-data-planes-come-and-go.md
 */
@NullMarked
package dev.goldenrod.cluster;

import org.jspecify.annotations.NullMarked;
