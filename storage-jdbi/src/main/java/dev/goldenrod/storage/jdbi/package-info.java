/** The store on H2 and PostgreSQL, through Jdbi. */
@NullMarked
package dev.goldenrod.storage.jdbi;

import org.jspecify.annotations.NullMarked;
