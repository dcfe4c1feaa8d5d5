/** Schemas of running databases. */
@NullMarked
package dev.goldenrod.dataplane.k8s.schema;

import org.jspecify.annotations.NullMarked;
