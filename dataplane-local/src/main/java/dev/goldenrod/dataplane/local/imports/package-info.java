/** Imports: how a source becomes a golden volume. */
@NullMarked
package dev.goldenrod.dataplane.local.imports;

import org.jspecify.annotations.NullMarked;
