/** Routes, their authorization, their handlers, and the replay of repeated requests. */
@NullMarked
package dev.goldenrod.http.route;

import org.jspecify.annotations.NullMarked;
