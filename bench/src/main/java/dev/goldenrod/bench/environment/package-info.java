/** Servers and databases with generated rows, for measurements. */
@NullMarked
package dev.goldenrod.bench.environment;

import org.jspecify.annotations.NullMarked;
