/** Types of columns, as transformers see them, and tokens that fit. */
@NullMarked
package dev.goldenrod.masking.value;

import org.jspecify.annotations.NullMarked;
