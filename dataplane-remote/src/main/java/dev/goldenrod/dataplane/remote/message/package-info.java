/**
 * The messages between control plane and agents.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.dataplane.remote.message;

import org.jspecify.annotations.NullMarked;
