/** Imports as pods and volumes of a cluster. */
@NullMarked
package dev.goldenrod.dataplane.k8s.imports;

import org.jspecify.annotations.NullMarked;
