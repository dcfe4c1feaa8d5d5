/** Schemas as statements, and what turns one into another. */
@NullMarked
package dev.goldenrod.engine.schema;

import org.jspecify.annotations.NullMarked;
