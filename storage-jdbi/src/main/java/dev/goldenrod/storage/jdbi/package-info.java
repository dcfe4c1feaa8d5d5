/**
 * The store on H2 and PostgreSQL, through Jdbi.
 *
 * <p>Decided in:
 *
 * <ul>
 *   <li>docs/decisions/0002-where-sql-is-spoken.md
 *   <li>docs/decisions/0006-the-embedded-store-is-flushed-at-every-commit.md
 *   <li>docs/decisions/0026-two-releases-on-one-store.md
 * </ul>
 */
@NullMarked
package dev.goldenrod.storage.jdbi;

import org.jspecify.annotations.NullMarked;
