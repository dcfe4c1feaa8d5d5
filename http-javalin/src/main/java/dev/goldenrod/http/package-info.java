/**
 * The {@code /v1} surface: {@link dev.goldenrod.http.HttpApi} and the routes of each noun.
 *
 * <p>Decided in: docs/decisions/0018-the-surface-in-other-servers.md
 */
@NullMarked
package dev.goldenrod.http;

import org.jspecify.annotations.NullMarked;
