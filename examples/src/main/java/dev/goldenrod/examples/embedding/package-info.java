/** Goldenrod inside a program of your own: no server, no HTTP. */
@NullMarked
package dev.goldenrod.examples.embedding;

import org.jspecify.annotations.NullMarked;
