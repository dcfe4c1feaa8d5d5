/** Rows in PostgreSQL's COPY text format, masked while they pass. */
@NullMarked
package dev.goldenrod.masking.copy;

import org.jspecify.annotations.NullMarked;
