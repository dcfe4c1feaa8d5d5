/** The command line of the server. */
@NullMarked
package dev.goldenrod.server.cli;

import org.jspecify.annotations.NullMarked;
