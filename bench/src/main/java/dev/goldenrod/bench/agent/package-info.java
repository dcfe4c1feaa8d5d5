/** {@code bench agents}: many agents at one server, and launches through one. */
@NullMarked
package dev.goldenrod.bench.agent;

import org.jspecify.annotations.NullMarked;
