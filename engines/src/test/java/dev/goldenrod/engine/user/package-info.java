/** Runs tests as a user other than root. */
@NullMarked
package dev.goldenrod.engine.user;

import org.jspecify.annotations.NullMarked;
