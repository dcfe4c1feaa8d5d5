/**
 * The agent, beside the databases: dials in to the control plane and performs its requests.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.dataplane.remote.agent;

import org.jspecify.annotations.NullMarked;
