/** The project file, and database branches that follow git branches. */
@NullMarked
package dev.goldenrod.cli.checkout;

import org.jspecify.annotations.NullMarked;
