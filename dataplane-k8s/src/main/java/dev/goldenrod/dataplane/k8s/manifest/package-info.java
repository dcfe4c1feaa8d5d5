/** Manifests of objects, as pure functions of their parameters. */
@NullMarked
package dev.goldenrod.dataplane.k8s.manifest;

import org.jspecify.annotations.NullMarked;
