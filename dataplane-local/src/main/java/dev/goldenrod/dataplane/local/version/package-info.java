/** The volumes from which databases are created: imported, registered and empty ones. */
@NullMarked
package dev.goldenrod.dataplane.local.version;

import org.jspecify.annotations.NullMarked;
