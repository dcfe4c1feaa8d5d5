/** The words about servers: which there are, logging in, and whether all is well with them. */
@NullMarked
package dev.goldenrod.cli.server;

import org.jspecify.annotations.NullMarked;
