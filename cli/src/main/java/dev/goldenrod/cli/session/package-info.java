/** Options of commands, access to the server, lookup of resources, and waiting for them. */
@NullMarked
package dev.goldenrod.cli.session;

import org.jspecify.annotations.NullMarked;
