/** Streams, environment, child processes, signals and exit codes of commands. */
@NullMarked
package dev.goldenrod.cli.terminal;

import org.jspecify.annotations.NullMarked;
