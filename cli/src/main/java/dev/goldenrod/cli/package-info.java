/**
 * The command line: its words, options, exit codes and what it prints.
 *
 * <p>Decided in: docs/decisions/0036-one-program-of-two-jars.md
 */
@NullMarked
package dev.goldenrod.cli;

import org.jspecify.annotations.NullMarked;
