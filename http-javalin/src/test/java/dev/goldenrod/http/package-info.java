/** Tests of the HTTP surface over real sockets. */
@NullMarked
package dev.goldenrod.http;

import org.jspecify.annotations.NullMarked;
