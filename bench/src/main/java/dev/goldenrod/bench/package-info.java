/** Benchmarks, which compare Goldenrod with doing the same without it, in the same run. */
@NullMarked
package dev.goldenrod.bench;

import org.jspecify.annotations.NullMarked;
