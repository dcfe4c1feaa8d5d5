/** The data plane on Kubernetes. */
@NullMarked
package dev.goldenrod.dataplane.k8s;

import org.jspecify.annotations.NullMarked;
