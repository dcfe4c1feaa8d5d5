/** Reads and compares the schema of a MySQL database. */
@NullMarked
package dev.goldenrod.engine.mysql.schema;

import org.jspecify.annotations.NullMarked;
