/** The ports: what the core asks of a store and of a data plane. */
@NullMarked
package dev.goldenrod.port;

import org.jspecify.annotations.NullMarked;
