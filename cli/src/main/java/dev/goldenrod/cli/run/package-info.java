/** A temporary clone or branch for the duration of a command. */
@NullMarked
package dev.goldenrod.cli.run;

import org.jspecify.annotations.NullMarked;
