/** Installation and lookup of database engines. */
@NullMarked
package dev.goldenrod.dataplane.local.engine;

import org.jspecify.annotations.NullMarked;
