/** A value that tests of data planes keep in a database, written and read as clients do. */
@NullMarked
package dev.goldenrod.engine.kept;

import org.jspecify.annotations.NullMarked;
