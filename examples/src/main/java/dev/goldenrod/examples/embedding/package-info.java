/** Goldenrod embedded in a program, without a server and HTTP. */
@NullMarked
package dev.goldenrod.examples.embedding;

import org.jspecify.annotations.NullMarked;
