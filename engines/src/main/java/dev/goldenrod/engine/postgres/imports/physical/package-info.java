/** Imports of the data directory of a stopped server. */
@NullMarked
package dev.goldenrod.engine.postgres.imports.physical;

import org.jspecify.annotations.NullMarked;
