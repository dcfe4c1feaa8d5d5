/** Imports: how a source becomes a golden volume, and how a registered directory does. */
@NullMarked
package dev.goldenrod.dataplane.local.imports;

import org.jspecify.annotations.NullMarked;
