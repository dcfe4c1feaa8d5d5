/** Commands about the program itself: help, completion, manual page and class data sharing. */
@NullMarked
package dev.goldenrod.cli.program;

import org.jspecify.annotations.NullMarked;
