/** Goldens: named series of immutable database versions. */
@NullMarked
package dev.goldenrod.golden;

import org.jspecify.annotations.NullMarked;
