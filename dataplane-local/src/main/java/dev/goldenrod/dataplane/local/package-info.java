/** A data plane that runs database processes on copy-on-write volumes of this machine. */
@NullMarked
package dev.goldenrod.dataplane.local;

import org.jspecify.annotations.NullMarked;
