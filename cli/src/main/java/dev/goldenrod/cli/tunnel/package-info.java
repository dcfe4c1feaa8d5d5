/** A port of this machine that leads to a database by way of the API. */
@NullMarked
package dev.goldenrod.cli.tunnel;

import org.jspecify.annotations.NullMarked;
