/** Ways into a database or clone: its login, its client programs, its connection strings. */
@NullMarked
package dev.goldenrod.cli.connect;

import org.jspecify.annotations.NullMarked;
