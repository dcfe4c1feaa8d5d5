/** {@code bench http}: requests, beside a server that does nothing else. */
@NullMarked
package dev.goldenrod.bench.http;

import org.jspecify.annotations.NullMarked;
