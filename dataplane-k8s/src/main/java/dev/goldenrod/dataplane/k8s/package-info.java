/** The data plane on Kubernetes. It comes with a later release; this module holds nothing yet. */
@NullMarked
package dev.goldenrod.dataplane.k8s;

import org.jspecify.annotations.NullMarked;
