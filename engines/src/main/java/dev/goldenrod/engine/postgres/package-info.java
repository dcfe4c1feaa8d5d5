/** PostgreSQL: its servers, logins and imports. */
@NullMarked
package dev.goldenrod.engine.postgres;

import org.jspecify.annotations.NullMarked;
