/** How sources are logged in to. */
@NullMarked
package dev.goldenrod.dataplane.k8s.source;

import org.jspecify.annotations.NullMarked;
