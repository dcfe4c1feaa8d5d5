/** The tunnels through this server, and what ends them. */
@NullMarked
package dev.goldenrod.control.tunnel;

import org.jspecify.annotations.NullMarked;
