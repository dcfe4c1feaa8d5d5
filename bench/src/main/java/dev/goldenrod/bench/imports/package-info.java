/** {@code bench import}: imports of databases, compared with a script that does the same. */
@NullMarked
package dev.goldenrod.bench.imports;

import org.jspecify.annotations.NullMarked;
