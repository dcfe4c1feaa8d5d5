/** Reads and compares the schemas of running databases. */
@NullMarked
package dev.goldenrod.dataplane.schema;

import org.jspecify.annotations.NullMarked;
