/** The road of a request: routes, bodies, answers and errors, for no noun in particular. */
@NullMarked
package dev.goldenrod.http.web;

import org.jspecify.annotations.NullMarked;
