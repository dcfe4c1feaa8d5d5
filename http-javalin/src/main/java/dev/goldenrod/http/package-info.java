/**
 * The {@code /v1} surface: {@link dev.goldenrod.http.HttpApi}, its options, and the routes of the
 * service itself; those of each noun are in {@code resource}.
 *
 * <p>Decided in: docs/decisions/0018-the-surface-in-other-servers.md
 */
@NullMarked
package dev.goldenrod.http;

import org.jspecify.annotations.NullMarked;
