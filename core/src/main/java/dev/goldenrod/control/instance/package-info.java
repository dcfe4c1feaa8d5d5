/** Launches, changes and access checks of instances. */
@NullMarked
package dev.goldenrod.control.instance;

import org.jspecify.annotations.NullMarked;
