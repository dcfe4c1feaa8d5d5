/** Commands for servers: contexts, login and diagnosis. */
@NullMarked
package dev.goldenrod.cli.server;

import org.jspecify.annotations.NullMarked;
