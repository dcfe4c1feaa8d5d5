/** Imports by dumping a source and restoring the dump. */
@NullMarked
package dev.goldenrod.engine.postgres.imports.dump;

import org.jspecify.annotations.NullMarked;
