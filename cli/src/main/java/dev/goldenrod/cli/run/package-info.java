/** A clone or branch for as long as a command runs. */
@NullMarked
package dev.goldenrod.cli.run;

import org.jspecify.annotations.NullMarked;
