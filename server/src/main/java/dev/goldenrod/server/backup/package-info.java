/**
 * Backup and restore of a server's store and the files that belong to it. A backup is complete or
 * does not exist under its name. It does not include volumes. See
 * docs/decisions/0037-backups-of-rows.md.
 */
@NullMarked
package dev.goldenrod.server.backup;

import org.jspecify.annotations.NullMarked;
