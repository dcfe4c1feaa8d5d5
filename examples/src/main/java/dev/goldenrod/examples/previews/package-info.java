/** A class that uses Goldenrod, and its unit test on the fakes. */
@NullMarked
package dev.goldenrod.examples.previews;

import org.jspecify.annotations.NullMarked;
