/** The volumes that databases are made of: imported, registered and empty ones. */
@NullMarked
package dev.goldenrod.dataplane.local.version;

import org.jspecify.annotations.NullMarked;
