/** A class that uses Goldenrod, with a unit test on the fakes. */
@NullMarked
package dev.goldenrod.examples.previews;

import org.jspecify.annotations.NullMarked;
