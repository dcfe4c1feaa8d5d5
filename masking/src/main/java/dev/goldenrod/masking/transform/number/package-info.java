/** Transformers of numbers. */
@NullMarked
package dev.goldenrod.masking.transform.number;

import org.jspecify.annotations.NullMarked;
