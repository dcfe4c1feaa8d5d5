/** Secrets of this machine: how the data plane logs in to sources. */
@NullMarked
package dev.goldenrod.dataplane.local.secret;

import org.jspecify.annotations.NullMarked;
