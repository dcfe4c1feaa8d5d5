/** Buffering of responses for slow clients. */
@NullMarked
package dev.goldenrod.http.writing;

import org.jspecify.annotations.NullMarked;
