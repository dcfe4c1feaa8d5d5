/** Permutations under a key: of numbers below a bound, and of texts of one pattern. */
@NullMarked
package dev.goldenrod.masking.permute;

import org.jspecify.annotations.NullMarked;
