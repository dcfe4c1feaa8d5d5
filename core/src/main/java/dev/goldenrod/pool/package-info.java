/** Pools: warm clones, made ahead of the launches that will claim them. */
@NullMarked
package dev.goldenrod.pool;

import org.jspecify.annotations.NullMarked;
