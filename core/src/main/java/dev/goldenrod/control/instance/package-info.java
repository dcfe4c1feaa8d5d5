/** How instances are launched and changed, and who may do it. */
@NullMarked
package dev.goldenrod.control.instance;

import org.jspecify.annotations.NullMarked;
