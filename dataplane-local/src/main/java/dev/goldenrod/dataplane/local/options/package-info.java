/** Values that options of the local data plane have. */
@NullMarked
package dev.goldenrod.dataplane.local.options;

import org.jspecify.annotations.NullMarked;
