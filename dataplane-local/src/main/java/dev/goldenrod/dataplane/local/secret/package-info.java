/** The secrets on this machine by which imports log in to sources. */
@NullMarked
package dev.goldenrod.dataplane.local.secret;

import org.jspecify.annotations.NullMarked;
