/** Pages of clusters and engines. */
@NullMarked
package dev.goldenrod.console.cluster;

import org.jspecify.annotations.NullMarked;
