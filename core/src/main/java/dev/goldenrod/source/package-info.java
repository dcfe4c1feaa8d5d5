/**
 * Sources: the databases that goldens are imported from.
 *
 * <p>Decided in docs/decisions/0049-passwords-of-sources-in-the-console.md.
 */
@NullMarked
package dev.goldenrod.source;

import org.jspecify.annotations.NullMarked;
