/** In-memory stand-ins for unit tests: a store, a data plane and a clock. */
@NullMarked
package dev.goldenrod.testing;

import org.jspecify.annotations.NullMarked;
