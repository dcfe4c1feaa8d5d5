/** Comparison of database schemas, and the queue that runs one comparison per member at a time. */
@NullMarked
package dev.goldenrod.control.schema;

import org.jspecify.annotations.NullMarked;
