/**
 * Connections to databases, as messages on the agent's only connection.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.dataplane.remote.stream;

import org.jspecify.annotations.NullMarked;
