/** Logins to sources, and their content. */
@NullMarked
package dev.goldenrod.engine.postgres.imports.source;

import org.jspecify.annotations.NullMarked;
