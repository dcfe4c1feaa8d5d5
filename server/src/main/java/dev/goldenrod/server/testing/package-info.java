/** A server that the tests of one user share, whatever builds they belong to. */
@NullMarked
package dev.goldenrod.server.testing;

import org.jspecify.annotations.NullMarked;
