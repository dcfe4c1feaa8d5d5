/** The server of one database: what is kept of it in the cluster, its pod and the way to it. */
@NullMarked
package dev.goldenrod.dataplane.k8s.server;

import org.jspecify.annotations.NullMarked;
