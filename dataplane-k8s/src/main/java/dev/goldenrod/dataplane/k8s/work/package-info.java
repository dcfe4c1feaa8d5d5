/** Background work and its waits for the cluster. */
@NullMarked
package dev.goldenrod.dataplane.k8s.work;

import org.jspecify.annotations.NullMarked;
