/** How databases of an engine are imported, wherever that is done. */
@NullMarked
package dev.goldenrod.engine.imports;

import org.jspecify.annotations.NullMarked;
