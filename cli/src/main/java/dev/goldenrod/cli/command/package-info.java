/** The words of the command line, a class for each noun. */
@NullMarked
package dev.goldenrod.cli.command;

import org.jspecify.annotations.NullMarked;
