/** Import jobs: how the next version of a golden is built from a source. */
@NullMarked
package dev.goldenrod.imports;

import org.jspecify.annotations.NullMarked;
