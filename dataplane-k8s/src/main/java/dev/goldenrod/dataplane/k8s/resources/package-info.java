/** The resources of databases, and their change while the databases run. */
@NullMarked
package dev.goldenrod.dataplane.k8s.resources;

import org.jspecify.annotations.NullMarked;
