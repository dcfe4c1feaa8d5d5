/** Value types for options of the local data plane. */
@NullMarked
package dev.goldenrod.dataplane.local.options;

import org.jspecify.annotations.NullMarked;
