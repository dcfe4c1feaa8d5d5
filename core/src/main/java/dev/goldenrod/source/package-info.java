/** Sources: the databases that goldens are imported from. */
@NullMarked
package dev.goldenrod.source;

import org.jspecify.annotations.NullMarked;
