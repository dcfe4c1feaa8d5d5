/** Imports: how a source becomes a golden volume, and how a registered directory does. */
@NullMarked
package dev.goldenrod.engine.postgres.imports;

import org.jspecify.annotations.NullMarked;
