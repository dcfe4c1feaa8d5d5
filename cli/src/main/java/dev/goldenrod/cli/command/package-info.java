/** The commands of the command line, one class for each noun. */
@NullMarked
package dev.goldenrod.cli.command;

import org.jspecify.annotations.NullMarked;
