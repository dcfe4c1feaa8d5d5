/** The MySQL engine. */
@NullMarked
package dev.goldenrod.engine.mysql;

import org.jspecify.annotations.NullMarked;
