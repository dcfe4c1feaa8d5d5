/** Request bodies and their limits. */
@NullMarked
package dev.goldenrod.http.body;

import org.jspecify.annotations.NullMarked;
