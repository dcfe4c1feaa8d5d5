/** PostgreSQL servers: one process on one data directory. */
@NullMarked
package dev.goldenrod.dataplane.local.postgres;

import org.jspecify.annotations.NullMarked;
