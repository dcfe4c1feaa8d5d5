/** Scheduling of the work on databases: one turn at a time, with retries. */
@NullMarked
package dev.goldenrod.dataplane.local.work;

import org.jspecify.annotations.NullMarked;
