/**
 * Database engines, independent of the data plane that runs them.
 *
 * <p>Decided in: docs/decisions/0007-engines-beneath-the-data-planes.md
 */
@NullMarked
package dev.goldenrod.engine;

import org.jspecify.annotations.NullMarked;
