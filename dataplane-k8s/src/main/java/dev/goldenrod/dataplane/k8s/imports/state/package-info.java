/** The state of an import, shared by its steps and by processes. */
@NullMarked
package dev.goldenrod.dataplane.k8s.imports.state;

import org.jspecify.annotations.NullMarked;
