/**
 * What kinds of databases there are.
 *
 * <p>Decided in: docs/decisions/0012-a-branch-takes-its-parents-place.md
 */
@NullMarked
package dev.goldenrod.database;

import org.jspecify.annotations.NullMarked;
