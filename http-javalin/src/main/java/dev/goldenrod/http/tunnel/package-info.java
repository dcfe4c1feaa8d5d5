/** WebSocket tunnels from members to their databases. */
@NullMarked
package dev.goldenrod.http.tunnel;

import org.jspecify.annotations.NullMarked;
