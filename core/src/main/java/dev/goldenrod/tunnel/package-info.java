/** Connections of members to the servers of their databases, forwarded by a Goldenrod server. */
@NullMarked
package dev.goldenrod.tunnel;

import org.jspecify.annotations.NullMarked;
