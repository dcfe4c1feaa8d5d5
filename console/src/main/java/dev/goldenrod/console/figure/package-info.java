/** Figures of a server over time, and their pictures. */
@NullMarked
package dev.goldenrod.console.figure;

import org.jspecify.annotations.NullMarked;
