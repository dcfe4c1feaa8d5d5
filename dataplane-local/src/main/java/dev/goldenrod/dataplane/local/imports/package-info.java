/** Imports, which turn a source database into a golden volume. */
@NullMarked
package dev.goldenrod.dataplane.local.imports;

import org.jspecify.annotations.NullMarked;
