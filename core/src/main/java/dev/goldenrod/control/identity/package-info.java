/** What lets members in: passwords, attempts to log in, and the first admin. */
@NullMarked
package dev.goldenrod.control.identity;

import org.jspecify.annotations.NullMarked;
