/**
 * Linux control groups that limit the memory and the processor time of databases.
 *
 * <p>Decided in: docs/decisions/0011-resources-that-hold.md
 */
@NullMarked
package dev.goldenrod.dataplane.local.cgroup;

import org.jspecify.annotations.NullMarked;
