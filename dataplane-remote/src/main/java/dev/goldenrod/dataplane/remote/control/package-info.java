/**
 * The side of the control plane: takes what agents say for what it is, somebody else's word.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.dataplane.remote.control;

import org.jspecify.annotations.NullMarked;
