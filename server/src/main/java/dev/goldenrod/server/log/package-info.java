/** How the server's log looks, and what is in it. */
@NullMarked
package dev.goldenrod.server.log;

import org.jspecify.annotations.NullMarked;
