/**
 * The words about the program itself: help, completion, the manual, and what makes it start fast.
 */
@NullMarked
package dev.goldenrod.cli.program;

import org.jspecify.annotations.NullMarked;
