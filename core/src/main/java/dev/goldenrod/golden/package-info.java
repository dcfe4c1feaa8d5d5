/** Goldens: lineages of immutable, versioned database snapshots. */
@NullMarked
package dev.goldenrod.golden;

import org.jspecify.annotations.NullMarked;
