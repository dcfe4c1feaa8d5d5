/** What a server tells Prometheus of itself. Its names are listed in docs/metrics.md. */
@NullMarked
package dev.goldenrod.server.metrics;

import org.jspecify.annotations.NullMarked;
