/** Transformers that do not depend on what a value means. */
@NullMarked
package dev.goldenrod.masking.transform.general;

import org.jspecify.annotations.NullMarked;
