/** Tests as a user without root. */
@NullMarked
package dev.goldenrod.engine.user;

import org.jspecify.annotations.NullMarked;
