/** What the steps of an import leave for each other, and for other processes. */
@NullMarked
package dev.goldenrod.dataplane.k8s.imports.state;

import org.jspecify.annotations.NullMarked;
