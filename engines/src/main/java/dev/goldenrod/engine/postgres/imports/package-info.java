/**
 * Imports: how a source becomes a golden volume, and how a registered directory does.
 *
 * <p>Decided in: docs/decisions/0022-settings-of-the-planner.md
 */
@NullMarked
package dev.goldenrod.engine.postgres.imports;

import org.jspecify.annotations.NullMarked;
