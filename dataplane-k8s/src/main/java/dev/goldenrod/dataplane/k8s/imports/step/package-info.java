/** The steps of an import, and what they leave for each other. */
@NullMarked
package dev.goldenrod.dataplane.k8s.imports.step;

import org.jspecify.annotations.NullMarked;
