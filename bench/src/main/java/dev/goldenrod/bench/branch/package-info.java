/** {@code bench branch}: branches and snapshots of databases that are in use. */
@NullMarked
package dev.goldenrod.bench.branch;

import org.jspecify.annotations.NullMarked;
