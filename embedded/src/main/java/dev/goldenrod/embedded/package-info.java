/** The control plane inside a program, with default settings. */
@NullMarked
package dev.goldenrod.embedded;

import org.jspecify.annotations.NullMarked;
