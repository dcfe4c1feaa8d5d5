/** Export of snapshots to archives, and import of archives on other servers. */
@NullMarked
package dev.goldenrod.cli.archive;

import org.jspecify.annotations.NullMarked;
