/**
 * The lifecycle of databases: from a volume and a port to a server with a login, and back; and the
 * reading of their schemas.
 *
 * <p>Decided in:
 *
 * <ul>
 *   <li>docs/decisions/0008-launches-without-the-copy.md
 *   <li>docs/decisions/0010-a-data-plane-runs-databases.md
 *   <li>docs/decisions/0019-a-volume-is-on-the-disk-before-it-is-told-of.md
 * </ul>
 */
@NullMarked
package dev.goldenrod.dataplane.local.database;

import org.jspecify.annotations.NullMarked;
