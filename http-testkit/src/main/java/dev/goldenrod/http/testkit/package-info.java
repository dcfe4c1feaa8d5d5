/** The conformance table of the HTTP surface, which is asked over real sockets. */
@NullMarked
package dev.goldenrod.http.testkit;

import org.jspecify.annotations.NullMarked;
