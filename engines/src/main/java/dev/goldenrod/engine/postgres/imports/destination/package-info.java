/** What the superuser makes in the database of a golden before anything of the source is there. */
@NullMarked
package dev.goldenrod.engine.postgres.imports.destination;

import org.jspecify.annotations.NullMarked;
