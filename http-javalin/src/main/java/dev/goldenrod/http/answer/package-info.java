/** Responses, errors and their JSON. */
@NullMarked
package dev.goldenrod.http.answer;

import org.jspecify.annotations.NullMarked;
