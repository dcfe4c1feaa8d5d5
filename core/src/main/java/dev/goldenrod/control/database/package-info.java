/** Creation, changes, promotion and deletion of databases, and access checks. */
@NullMarked
package dev.goldenrod.control.database;

import org.jspecify.annotations.NullMarked;
