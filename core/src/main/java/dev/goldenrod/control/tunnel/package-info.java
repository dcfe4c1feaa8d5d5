/** Tunnels through this server: opening, limits, and closing when access ends. */
@NullMarked
package dev.goldenrod.control.tunnel;

import org.jspecify.annotations.NullMarked;
