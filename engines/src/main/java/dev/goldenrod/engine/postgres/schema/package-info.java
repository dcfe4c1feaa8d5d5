/** Reads and compares the schema of a PostgreSQL database. */
@NullMarked
package dev.goldenrod.engine.postgres.schema;

import org.jspecify.annotations.NullMarked;
