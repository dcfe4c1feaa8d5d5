/** The contract of every data plane: abstract test classes to extend. */
@NullMarked
package dev.goldenrod.testkit.dataplane;

import org.jspecify.annotations.NullMarked;
