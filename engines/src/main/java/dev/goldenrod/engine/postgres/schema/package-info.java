/** The schema of a PostgreSQL database: what its catalogs and its dump tell of it. */
@NullMarked
package dev.goldenrod.engine.postgres.schema;

import org.jspecify.annotations.NullMarked;
