/**
 * The WebSocket at {@code /v1/agent}, to which agents connect.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.http.agent;

import org.jspecify.annotations.NullMarked;
