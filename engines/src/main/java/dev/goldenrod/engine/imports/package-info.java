/** Imports of an engine's databases, independent of the data plane that runs them. */
@NullMarked
package dev.goldenrod.engine.imports;

import org.jspecify.annotations.NullMarked;
