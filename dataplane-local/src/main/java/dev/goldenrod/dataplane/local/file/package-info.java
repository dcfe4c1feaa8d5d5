/** The data directory: its layout, atomic writing of files and removal of directory trees. */
@NullMarked
package dev.goldenrod.dataplane.local.file;

import org.jspecify.annotations.NullMarked;
