/** A server with databases of generated rows, to be measured. */
@NullMarked
package dev.goldenrod.bench.environment;

import org.jspecify.annotations.NullMarked;
