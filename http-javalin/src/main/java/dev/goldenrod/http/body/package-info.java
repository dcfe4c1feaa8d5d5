/** Request bodies and their limits, and the buffering of responses for slow clients. */
@NullMarked
package dev.goldenrod.http.body;

import org.jspecify.annotations.NullMarked;
