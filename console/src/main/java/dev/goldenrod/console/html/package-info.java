/** Rendering of pages, and the files that pages load. */
@NullMarked
package dev.goldenrod.console.html;

import org.jspecify.annotations.NullMarked;
