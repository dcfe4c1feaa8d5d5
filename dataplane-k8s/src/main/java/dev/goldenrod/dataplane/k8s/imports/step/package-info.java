/** The steps of an import. */
@NullMarked
package dev.goldenrod.dataplane.k8s.imports.step;

import org.jspecify.annotations.NullMarked;
