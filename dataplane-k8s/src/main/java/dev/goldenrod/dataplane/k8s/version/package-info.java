/** The volumes of golden versions as objects of a cluster. */
@NullMarked
package dev.goldenrod.dataplane.k8s.version;

import org.jspecify.annotations.NullMarked;
