/** {@code bench agents}: many agents of one server. */
@NullMarked
package dev.goldenrod.bench.agent;

import org.jspecify.annotations.NullMarked;
