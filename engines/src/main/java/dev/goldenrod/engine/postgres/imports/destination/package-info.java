/**
 * What the superuser creates in a golden's database before anything of the source is in it.
 *
 * <p>Decided in: docs/decisions/0022-settings-of-the-planner.md
 */
@NullMarked
package dev.goldenrod.engine.postgres.imports.destination;

import org.jspecify.annotations.NullMarked;
