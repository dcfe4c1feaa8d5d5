/** The persistent state of databases in the data directory. */
@NullMarked
package dev.goldenrod.dataplane.local.record;

import org.jspecify.annotations.NullMarked;
