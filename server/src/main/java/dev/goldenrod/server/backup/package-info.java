/**
 * Backups of a server's store and of the files that belong with it, which are there whole or not at
 * all, and their restoring. Volumes are no part of them. See
 * docs/decisions/0037-backups-of-rows.md.
 */
@NullMarked
package dev.goldenrod.server.backup;

import org.jspecify.annotations.NullMarked;
