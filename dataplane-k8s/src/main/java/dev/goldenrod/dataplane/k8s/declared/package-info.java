/**
 * Clones and Databases that people declare as objects of the cluster, brought about by use cases.
 *
 * <p>Decided in: docs/decisions/0031-what-people-declare.md
 */
@NullMarked
package dev.goldenrod.dataplane.k8s.declared;

import org.jspecify.annotations.NullMarked;
