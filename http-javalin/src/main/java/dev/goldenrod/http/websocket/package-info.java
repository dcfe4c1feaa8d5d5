/**
 * The WebSockets of the standalone server: of agents at {@code /v1/agent}, and of members for
 * tunnels to their databases.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.http.websocket;

import org.jspecify.annotations.NullMarked;
