/** The composition root: the command line, its options, and the wiring of all adapters. */
@NullMarked
package dev.goldenrod.server;

import org.jspecify.annotations.NullMarked;
