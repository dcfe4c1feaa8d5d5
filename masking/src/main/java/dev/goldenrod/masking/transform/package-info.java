/** The transformers, by name. */
@NullMarked
package dev.goldenrod.masking.transform;

import org.jspecify.annotations.NullMarked;
