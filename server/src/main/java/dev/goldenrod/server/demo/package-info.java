/** The demo: a real source, a golden, two clones, and a branched database. */
@NullMarked
package dev.goldenrod.server.demo;

import org.jspecify.annotations.NullMarked;
