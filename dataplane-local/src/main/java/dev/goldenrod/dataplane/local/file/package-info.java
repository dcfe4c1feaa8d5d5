/** Files that are written whole, and trees of them that are removed. */
@NullMarked
package dev.goldenrod.dataplane.local.file;

import org.jspecify.annotations.NullMarked;
