/**
 * Requests in both directions over one connection, in JSON-RPC 2.0.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.dataplane.remote.rpc;

import org.jspecify.annotations.NullMarked;
