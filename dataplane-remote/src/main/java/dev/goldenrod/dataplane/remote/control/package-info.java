/**
 * The control plane's side of agents. Their answers are not trusted.
 *
 * <p>Decided in: docs/decisions/0035-agents-that-dial-in.md
 */
@NullMarked
package dev.goldenrod.dataplane.remote.control;

import org.jspecify.annotations.NullMarked;
