/** Spans of what the server does, for whatever OpenTelemetry the process has. */
@NullMarked
package dev.goldenrod.server.trace;

import org.jspecify.annotations.NullMarked;
