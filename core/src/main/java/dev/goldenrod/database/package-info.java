/**
 * Databases: their engines, versions, resources, branches and snapshots.
 *
 * <p>Decided in:
 *
 * <ul>
 *   <li>docs/decisions/0012-a-branch-takes-its-parents-place.md
 *   <li>docs/decisions/0038-times-of-snapshots.md
 *   <li>docs/decisions/0041-what-is-deleted-can-be-restored.md
 * </ul>
 */
@NullMarked
package dev.goldenrod.database;

import org.jspecify.annotations.NullMarked;
