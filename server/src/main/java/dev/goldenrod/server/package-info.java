/**
 * The composition root: the settings of a server, and the wiring of all adapters.
 *
 * <p>Decided in: docs/decisions/0005-one-standalone-jar.md
 */
@NullMarked
package dev.goldenrod.server;

import org.jspecify.annotations.NullMarked;
