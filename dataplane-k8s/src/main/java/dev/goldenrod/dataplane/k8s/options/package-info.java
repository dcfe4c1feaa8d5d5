/** How the data plane on Kubernetes is to work. */
@NullMarked
package dev.goldenrod.dataplane.k8s.options;

import org.jspecify.annotations.NullMarked;
