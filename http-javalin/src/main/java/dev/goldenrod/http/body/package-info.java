/** Bodies of requests, read within limits. */
@NullMarked
package dev.goldenrod.http.body;

import org.jspecify.annotations.NullMarked;
