/**
 * Connections to databases, by messages of the agent's one connection.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.dataplane.remote.stream;

import org.jspecify.annotations.NullMarked;
