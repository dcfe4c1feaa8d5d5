/** How the cluster's API server is talked to, and what is known of its objects. */
@NullMarked
package dev.goldenrod.dataplane.k8s.client;

import org.jspecify.annotations.NullMarked;
