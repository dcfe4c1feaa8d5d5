/** What every room of the core shares: its one exception and the codes it carries. */
@NullMarked
package dev.goldenrod;

import org.jspecify.annotations.NullMarked;
