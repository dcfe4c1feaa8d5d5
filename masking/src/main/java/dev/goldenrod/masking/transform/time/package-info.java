/** Transformers of dates and times. */
@NullMarked
package dev.goldenrod.masking.transform.time;

import org.jspecify.annotations.NullMarked;
