/** Transformers of addresses and positions. */
@NullMarked
package dev.goldenrod.masking.transform.place;

import org.jspecify.annotations.NullMarked;
