/** The loop that brings every resource to its desired state. */
@NullMarked
package dev.goldenrod.reconcile;

import org.jspecify.annotations.NullMarked;
