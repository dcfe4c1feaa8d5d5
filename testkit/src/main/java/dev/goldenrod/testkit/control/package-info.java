/**
 * The contracts of the control plane over any store and data plane: abstract test classes to
 * extend.
 */
@NullMarked
package dev.goldenrod.testkit.control;

import org.jspecify.annotations.NullMarked;
