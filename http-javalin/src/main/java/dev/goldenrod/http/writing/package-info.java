/** Answers on their way to clients, which take them as slowly as they like. */
@NullMarked
package dev.goldenrod.http.writing;

import org.jspecify.annotations.NullMarked;
