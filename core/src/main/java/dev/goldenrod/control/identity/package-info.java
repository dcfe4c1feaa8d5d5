/** Passwords, failed login attempts, and the first admin. */
@NullMarked
package dev.goldenrod.control.identity;

import org.jspecify.annotations.NullMarked;
