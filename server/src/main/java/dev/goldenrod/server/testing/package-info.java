/** The server that all tests of one user share, across builds. */
@NullMarked
package dev.goldenrod.server.testing;

import org.jspecify.annotations.NullMarked;
