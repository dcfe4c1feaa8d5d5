/** Pages of sources, imports and goldens. */
@NullMarked
package dev.goldenrod.console.golden;

import org.jspecify.annotations.NullMarked;
