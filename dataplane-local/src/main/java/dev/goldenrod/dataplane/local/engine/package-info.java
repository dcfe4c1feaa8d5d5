/** Database engines: where their programs are. */
@NullMarked
package dev.goldenrod.dataplane.local.engine;

import org.jspecify.annotations.NullMarked;
