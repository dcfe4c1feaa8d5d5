/** The contract of every store: abstract test classes to extend. */
@NullMarked
package dev.goldenrod.testkit.store;

import org.jspecify.annotations.NullMarked;
