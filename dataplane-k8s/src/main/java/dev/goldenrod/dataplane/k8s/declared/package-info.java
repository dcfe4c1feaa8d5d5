/**
 * The reconciliation of Clones and Databases that are declared as custom resources.
 *
 * <p>Decided in: docs/decisions/0031-what-people-declare.md
 */
@NullMarked
package dev.goldenrod.dataplane.k8s.declared;

import org.jspecify.annotations.NullMarked;
