/** Benchmarks: what Goldenrod takes beside what the same takes without it, in the same run. */
@NullMarked
package dev.goldenrod.bench;

import org.jspecify.annotations.NullMarked;
