/** How work on a database is done one turn at a time, and tried again. */
@NullMarked
package dev.goldenrod.dataplane.local.work;

import org.jspecify.annotations.NullMarked;
