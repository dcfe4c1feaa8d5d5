/** Values that tests of data planes write and read in a database as its clients do. */
@NullMarked
package dev.goldenrod.engine.kept;

import org.jspecify.annotations.NullMarked;
