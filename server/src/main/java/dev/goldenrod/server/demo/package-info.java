/** The demonstration: a real source, a golden, two clones, and what they do to each other. */
@NullMarked
package dev.goldenrod.server.demo;

import org.jspecify.annotations.NullMarked;
