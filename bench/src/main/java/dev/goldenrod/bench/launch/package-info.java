/** {@code bench launch}: launches of clones, compared with a script that does the same. */
@NullMarked
package dev.goldenrod.bench.launch;

import org.jspecify.annotations.NullMarked;
