/** The conformance table of the HTTP API, which is run over real sockets. */
@NullMarked
package dev.goldenrod.http.testkit;

import org.jspecify.annotations.NullMarked;
