/** What kinds of databases there are. */
@NullMarked
package dev.goldenrod.database;

import org.jspecify.annotations.NullMarked;
