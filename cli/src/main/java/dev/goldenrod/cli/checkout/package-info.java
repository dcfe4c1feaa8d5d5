/** What a project works with: its file, and the branch of a database that follows git's. */
@NullMarked
package dev.goldenrod.cli.checkout;

import org.jspecify.annotations.NullMarked;
