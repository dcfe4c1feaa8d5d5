/** Operating system processes, mounts and tools, and the user that engines run as. */
@NullMarked
package dev.goldenrod.dataplane.local.process;

import org.jspecify.annotations.NullMarked;
