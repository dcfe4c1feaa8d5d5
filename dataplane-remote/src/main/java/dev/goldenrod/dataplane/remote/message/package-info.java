/**
 * What the control plane and agents say to each other.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.dataplane.remote.message;

import org.jspecify.annotations.NullMarked;
