/** Snapshots that leave an installation as files, and come in elsewhere. */
@NullMarked
package dev.goldenrod.cli.archive;

import org.jspecify.annotations.NullMarked;
