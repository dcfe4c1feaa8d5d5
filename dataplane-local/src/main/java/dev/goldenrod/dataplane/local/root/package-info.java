/** The directory layout of a local data plane, and the permissions on it. */
@NullMarked
package dev.goldenrod.dataplane.local.root;

import org.jspecify.annotations.NullMarked;
