/** The versions that databases are made from: imported, registered and empty ones. */
@NullMarked
package dev.goldenrod.dataplane.k8s.version;

import org.jspecify.annotations.NullMarked;
