/** The composition root: what a server is started with, and the wiring of all adapters. */
@NullMarked
package dev.goldenrod.server;

import org.jspecify.annotations.NullMarked;
