/**
 * How agents, which bring data planes of other machines, reach the control plane.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.agent;

import org.jspecify.annotations.NullMarked;
