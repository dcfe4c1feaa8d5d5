/** Credentials of import sources. */
@NullMarked
package dev.goldenrod.dataplane.k8s.source;

import org.jspecify.annotations.NullMarked;
