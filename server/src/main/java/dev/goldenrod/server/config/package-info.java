/** The file that options can be given in: where it is, and what it says. */
@NullMarked
package dev.goldenrod.server.config;

import org.jspecify.annotations.NullMarked;
