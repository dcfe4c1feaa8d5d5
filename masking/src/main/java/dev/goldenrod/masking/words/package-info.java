/** Names, places and words by language. */
@NullMarked
package dev.goldenrod.masking.words;

import org.jspecify.annotations.NullMarked;
