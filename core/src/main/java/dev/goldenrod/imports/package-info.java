/**
 * Import jobs, which build the next version of a golden from a source.
 *
 * <p>Decided in: docs/decisions/0004-phases-of-an-import.md
 */
@NullMarked
package dev.goldenrod.imports;

import org.jspecify.annotations.NullMarked;
