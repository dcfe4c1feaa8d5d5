/** In-memory stand-ins for integrators' unit tests: a store, a data plane and a clock. */
@NullMarked
package dev.goldenrod.testing;

import org.jspecify.annotations.NullMarked;
