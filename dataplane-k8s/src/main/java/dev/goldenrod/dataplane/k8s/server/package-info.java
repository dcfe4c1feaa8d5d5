/** The server of one database: its records in the cluster, its pod and connections to it. */
@NullMarked
package dev.goldenrod.dataplane.k8s.server;

import org.jspecify.annotations.NullMarked;
