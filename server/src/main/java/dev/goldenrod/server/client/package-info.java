/** A small client of the API, for the commands that play a user. */
@NullMarked
package dev.goldenrod.server.client;

import org.jspecify.annotations.NullMarked;
