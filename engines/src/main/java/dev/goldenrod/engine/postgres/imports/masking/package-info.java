/**
 * Masks the rows of a source between its COPY and that of the golden, and proves that the golden
 * holds no original.
 *
 * <p>Decided in docs/decisions/0048-masking-in-the-stream.md.
 */
@NullMarked
package dev.goldenrod.engine.postgres.imports.masking;

import org.jspecify.annotations.NullMarked;
