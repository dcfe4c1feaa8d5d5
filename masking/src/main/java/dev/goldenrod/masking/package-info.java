/** Masking of rows: keys, transformers of values, and what happens to each column of a table. */
@NullMarked
package dev.goldenrod.masking;

import org.jspecify.annotations.NullMarked;
