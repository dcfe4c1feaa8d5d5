/** {@code bench http}: requests, compared with a server of constant responses. */
@NullMarked
package dev.goldenrod.bench.http;

import org.jspecify.annotations.NullMarked;
