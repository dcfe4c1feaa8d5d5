/** Pools: warm clones, created before the launches that claim them. */
@NullMarked
package dev.goldenrod.pool;

import org.jspecify.annotations.NullMarked;
