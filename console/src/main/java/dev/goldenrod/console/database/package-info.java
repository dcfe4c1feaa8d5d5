/** Pages of databases, their branches and snapshots, and of what can be restored. */
@NullMarked
package dev.goldenrod.console.database;

import org.jspecify.annotations.NullMarked;
