/**
 * Imports of databases and of data directories into goldens.
 *
 * <p>Decided in: docs/decisions/0022-settings-of-the-planner.md
 */
@NullMarked
package dev.goldenrod.engine.postgres.imports;

import org.jspecify.annotations.NullMarked;
