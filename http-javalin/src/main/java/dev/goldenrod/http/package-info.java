/**
 * The {@code /v1} API: {@link dev.goldenrod.http.HttpApi}, its options and its service routes. The
 * routes of each resource type are in {@code resource}.
 *
 * <p>Decided in: docs/decisions/0018-the-surface-in-other-servers.md
 */
@NullMarked
package dev.goldenrod.http;

import org.jspecify.annotations.NullMarked;
