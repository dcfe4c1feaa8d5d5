/** {@code bench kubernetes}: launches in a cluster, compared with {@code kubectl}. */
@NullMarked
package dev.goldenrod.bench.kubernetes;

import org.jspecify.annotations.NullMarked;
