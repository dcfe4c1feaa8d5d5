/** Options of the data plane on Kubernetes. */
@NullMarked
package dev.goldenrod.dataplane.k8s.options;

import org.jspecify.annotations.NullMarked;
