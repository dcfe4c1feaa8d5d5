/** Routes: who may use them, what their handlers are given, and what is kept of repeatable ones. */
@NullMarked
package dev.goldenrod.http.route;

import org.jspecify.annotations.NullMarked;
