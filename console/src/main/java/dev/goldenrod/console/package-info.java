/**
 * The console: pages for browsers, rendered on the server, over the same use cases as the API.
 *
 * <p>Decided in: docs/decisions/0046-a-console-of-server-rendered-pages.md
 */
@NullMarked
package dev.goldenrod.console;

import org.jspecify.annotations.NullMarked;
