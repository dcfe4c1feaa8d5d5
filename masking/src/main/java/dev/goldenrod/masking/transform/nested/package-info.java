/** Transformers of values that contain values: JSON, XML, arrays, composites, ranges. */
@NullMarked
package dev.goldenrod.masking.transform.nested;

import org.jspecify.annotations.NullMarked;
