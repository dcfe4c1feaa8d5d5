/** Orphans: what a data plane holds and the store does not know. */
@NullMarked
package dev.goldenrod.orphan;

import org.jspecify.annotations.NullMarked;
