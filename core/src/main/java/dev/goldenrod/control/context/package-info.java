/**
 * What all use cases share: the transaction of a command, its key, and the way to the data planes.
 */
@NullMarked
package dev.goldenrod.control.context;

import org.jspecify.annotations.NullMarked;
