/** The command line: what a person types after {@code goldenrod}. */
@NullMarked
package dev.goldenrod.server.cli;

import org.jspecify.annotations.NullMarked;
