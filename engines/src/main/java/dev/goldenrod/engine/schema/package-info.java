/** Schemas as statements, and the comparison of schemas. */
@NullMarked
package dev.goldenrod.engine.schema;

import org.jspecify.annotations.NullMarked;
