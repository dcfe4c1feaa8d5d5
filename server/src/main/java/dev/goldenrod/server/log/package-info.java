/** Format, levels and output of the server's log. */
@NullMarked
package dev.goldenrod.server.log;

import org.jspecify.annotations.NullMarked;
