/** The objects that are to be, as pure functions of what is asked for. */
@NullMarked
package dev.goldenrod.dataplane.k8s.manifest;

import org.jspecify.annotations.NullMarked;
