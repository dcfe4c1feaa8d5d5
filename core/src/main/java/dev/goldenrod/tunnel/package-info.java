/** Connections of members to the servers of their databases. */
@NullMarked
package dev.goldenrod.tunnel;

import org.jspecify.annotations.NullMarked;
