/** Logins, client programs and connection strings of clones and databases. */
@NullMarked
package dev.goldenrod.cli.connect;

import org.jspecify.annotations.NullMarked;
