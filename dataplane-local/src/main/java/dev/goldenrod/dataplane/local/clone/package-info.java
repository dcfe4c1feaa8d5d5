/** Clones of goldens: from a volume and a port to a database that a client can log in to. */
@NullMarked
package dev.goldenrod.dataplane.local.clone;

import org.jspecify.annotations.NullMarked;
