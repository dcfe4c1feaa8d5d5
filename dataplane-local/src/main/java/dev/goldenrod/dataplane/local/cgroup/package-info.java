/** Control groups of Linux: what limits the memory and the processor time of databases. */
@NullMarked
package dev.goldenrod.dataplane.local.cgroup;

import org.jspecify.annotations.NullMarked;
