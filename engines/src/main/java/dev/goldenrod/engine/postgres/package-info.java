/**
 * PostgreSQL: its servers, logins and imports.
 *
 * <p>Decided in: docs/decisions/0045-logins-that-are-written-before-the-start.md
 */
@NullMarked
package dev.goldenrod.engine.postgres;

import org.jspecify.annotations.NullMarked;
