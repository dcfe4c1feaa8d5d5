/**
 * Code that all data planes share, whatever their databases run on.
 *
 * <p>Decided in: docs/decisions/0034-what-data-planes-share.md
 */
@NullMarked
package dev.goldenrod.dataplane;

import org.jspecify.annotations.NullMarked;
