/** Random sequences of calls and faults, and what must hold after each of them. */
@NullMarked
package dev.goldenrod.sequence;

import org.jspecify.annotations.NullMarked;
