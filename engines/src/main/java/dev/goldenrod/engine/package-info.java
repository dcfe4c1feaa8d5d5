/**
 * What a database engine is, wherever it runs.
 *
 * <p>Decided in: docs/decisions/0007-engines-beneath-the-data-planes.md
 */
@NullMarked
package dev.goldenrod.engine;

import org.jspecify.annotations.NullMarked;
