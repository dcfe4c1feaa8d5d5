/** What a source has, and how it is logged in to. */
@NullMarked
package dev.goldenrod.engine.postgres.imports.source;

import org.jspecify.annotations.NullMarked;
