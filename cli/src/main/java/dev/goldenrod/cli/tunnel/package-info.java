/** Local ports that lead to databases through the API. */
@NullMarked
package dev.goldenrod.cli.tunnel;

import org.jspecify.annotations.NullMarked;
