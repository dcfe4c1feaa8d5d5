/** The WebSockets that carry members' connections to their databases. */
@NullMarked
package dev.goldenrod.http.tunnel;

import org.jspecify.annotations.NullMarked;
