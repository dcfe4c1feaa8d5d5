/** What a command reads and writes, and how it ends. */
@NullMarked
package dev.goldenrod.cli.terminal;

import org.jspecify.annotations.NullMarked;
