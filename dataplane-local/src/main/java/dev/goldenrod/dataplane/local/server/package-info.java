/** Servers of databases: one process on one volume. */
@NullMarked
package dev.goldenrod.dataplane.local.server;

import org.jspecify.annotations.NullMarked;
