/** The {@code /v1} surface: {@link dev.goldenrod.http.HttpApi} and the routes of each noun. */
@NullMarked
package dev.goldenrod.http;

import org.jspecify.annotations.NullMarked;
