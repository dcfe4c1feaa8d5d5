/**
 * Data planes on other machines: {@link dev.goldenrod.dataplane.remote.agent.Agent} runs beside the
 * databases and dials in, {@link dev.goldenrod.dataplane.remote.control.AgentHost} gives the
 * control plane a data plane for each that did.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.dataplane.remote;

import org.jspecify.annotations.NullMarked;
