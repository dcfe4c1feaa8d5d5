/** Volumes that can be copied in an instant, by whatever the file system is able to do. */
@NullMarked
package dev.goldenrod.dataplane.local.volume;

import org.jspecify.annotations.NullMarked;
