/**
 * The side of the databases: dials in, and does what the control plane asks for.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.dataplane.remote.agent;

import org.jspecify.annotations.NullMarked;
