/** Schemas of running databases. */
@NullMarked
package dev.goldenrod.dataplane.local.schema;

import org.jspecify.annotations.NullMarked;
