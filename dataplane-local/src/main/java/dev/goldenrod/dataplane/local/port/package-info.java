/** The ports of servers, and the user that each of them runs as. */
@NullMarked
package dev.goldenrod.dataplane.local.port;

import org.jspecify.annotations.NullMarked;
