/** Databases: from a volume and a port to one that a client can log in to, and back. */
@NullMarked
package dev.goldenrod.dataplane.local.database;

import org.jspecify.annotations.NullMarked;
