/** The page of a server's settings. */
@NullMarked
package dev.goldenrod.console.settings;

import org.jspecify.annotations.NullMarked;
