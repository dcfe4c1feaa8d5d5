/** Processes of the operating system: running tools, and the user that engines run as. */
@NullMarked
package dev.goldenrod.dataplane.local.process;

import org.jspecify.annotations.NullMarked;
