/** Instances: time-limited clones of one golden version, each owned by one member. */
@NullMarked
package dev.goldenrod.instance;

import org.jspecify.annotations.NullMarked;
