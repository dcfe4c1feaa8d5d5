/** What the superuser creates in a golden's database before anything of the source is in it. */
@NullMarked
package dev.goldenrod.engine.postgres.imports.destination;

import org.jspecify.annotations.NullMarked;
