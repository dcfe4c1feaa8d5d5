/** The user's own server in the background: {@code up} and {@code down}. */
@NullMarked
package dev.goldenrod.cli.local;

import org.jspecify.annotations.NullMarked;
