/** Logins, client programs, connection strings and tunnels of clones and databases. */
@NullMarked
package dev.goldenrod.cli.connect;

import org.jspecify.annotations.NullMarked;
