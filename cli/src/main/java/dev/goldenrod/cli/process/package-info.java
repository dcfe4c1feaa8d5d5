/** Child processes of commands: lookup, signals and exit codes. */
@NullMarked
package dev.goldenrod.cli.process;

import org.jspecify.annotations.NullMarked;
