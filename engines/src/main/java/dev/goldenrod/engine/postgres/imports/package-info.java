/**
 * What imports of databases and of data directories share: the server that loads them, its logins,
 * and the checks of its catalogs.
 */
@NullMarked
package dev.goldenrod.engine.postgres.imports;

import org.jspecify.annotations.NullMarked;
