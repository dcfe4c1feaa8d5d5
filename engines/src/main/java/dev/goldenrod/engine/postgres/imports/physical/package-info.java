/** Imports of a stopped server's data directory, file by file. */
@NullMarked
package dev.goldenrod.engine.postgres.imports.physical;

import org.jspecify.annotations.NullMarked;
