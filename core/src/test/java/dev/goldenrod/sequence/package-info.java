/** Random sequences of calls and faults, with the invariants that must hold after each step. */
@NullMarked
package dev.goldenrod.sequence;

import org.jspecify.annotations.NullMarked;
