/** Clusters: the data planes registered in an organisation. */
@NullMarked
package dev.goldenrod.cluster;

import org.jspecify.annotations.NullMarked;
