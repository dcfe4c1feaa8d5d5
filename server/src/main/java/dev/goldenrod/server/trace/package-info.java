/** Tracing of the server with the OpenTelemetry SDK of the process, if there is one. */
@NullMarked
package dev.goldenrod.server.trace;

import org.jspecify.annotations.NullMarked;
