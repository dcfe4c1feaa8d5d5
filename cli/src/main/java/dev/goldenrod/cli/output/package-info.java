/** Output of commands: tables, JSON, YAML, names, CSV and progress. */
@NullMarked
package dev.goldenrod.cli.output;

import org.jspecify.annotations.NullMarked;
