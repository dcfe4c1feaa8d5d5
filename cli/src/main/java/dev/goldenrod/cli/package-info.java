/**
 * The command line: commands, options, exit codes and output.
 *
 * <p>Decided in: docs/decisions/0036-one-program-of-two-jars.md
 */
@NullMarked
package dev.goldenrod.cli;

import org.jspecify.annotations.NullMarked;
