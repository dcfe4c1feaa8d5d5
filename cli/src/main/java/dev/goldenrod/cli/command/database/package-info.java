/** Commands for databases, branches, snapshots and schemas. */
@NullMarked
package dev.goldenrod.cli.command.database;

import org.jspecify.annotations.NullMarked;
