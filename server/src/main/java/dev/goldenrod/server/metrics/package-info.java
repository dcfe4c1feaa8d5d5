/** Prometheus metrics of a server. Their names are listed in docs/metrics.md. */
@NullMarked
package dev.goldenrod.server.metrics;

import org.jspecify.annotations.NullMarked;
