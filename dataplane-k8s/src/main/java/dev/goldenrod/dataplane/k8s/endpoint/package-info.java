/** The endpoints at which clients reach databases. */
@NullMarked
package dev.goldenrod.dataplane.k8s.endpoint;

import org.jspecify.annotations.NullMarked;
