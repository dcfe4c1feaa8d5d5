/**
 * Request processing for all resource types: servers, routing, limits and logging.
 *
 * <p>Decided in: docs/decisions/0044-what-jetty-does-not-keep.md
 */
@NullMarked
package dev.goldenrod.http.web;

import org.jspecify.annotations.NullMarked;
