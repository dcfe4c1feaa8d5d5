/** Pages of clones and pools. */
@NullMarked
package dev.goldenrod.console.clone;

import org.jspecify.annotations.NullMarked;
