/**
 * How agents, which manage data planes on other machines, connect to the control plane.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.agent;

import org.jspecify.annotations.NullMarked;
