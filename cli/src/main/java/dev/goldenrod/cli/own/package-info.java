/** A server of the user's own, in the background: {@code up} and {@code down}. */
@NullMarked
package dev.goldenrod.cli.own;

import org.jspecify.annotations.NullMarked;
