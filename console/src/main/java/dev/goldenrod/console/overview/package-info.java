/** The first page. */
@NullMarked
package dev.goldenrod.console.overview;

import org.jspecify.annotations.NullMarked;
