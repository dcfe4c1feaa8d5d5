/** Work that goes on in the background, and waits for the cluster. */
@NullMarked
package dev.goldenrod.dataplane.k8s.work;

import org.jspecify.annotations.NullMarked;
