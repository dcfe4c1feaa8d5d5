/** What databases may use, and how that is changed while they run. */
@NullMarked
package dev.goldenrod.dataplane.k8s.resources;

import org.jspecify.annotations.NullMarked;
