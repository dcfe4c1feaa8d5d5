/** The schema of a source, as far as masking rules depend on it. */
@NullMarked
package dev.goldenrod.masking.schema;

import org.jspecify.annotations.NullMarked;
