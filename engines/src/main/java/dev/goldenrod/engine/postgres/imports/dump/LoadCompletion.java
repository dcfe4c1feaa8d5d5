package dev.goldenrod.engine.postgres.imports.dump;

import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.engine.postgres.imports.CatalogChecks;
import dev.goldenrod.engine.postgres.imports.ImportServer;
import java.sql.Connection;
import java.sql.SQLException;

/** The work on a loaded cluster after the last session that runs code of the source. */
final class LoadCompletion {
  /** These belong to the superuser and have no expressions of users. */
  private static final String VACUUM_SHARED_CATALOGS =
      "SELECT 'VACUUM (FREEZE, ANALYZE) '"
          + " || pg_catalog.string_agg(oid::pg_catalog.regclass::text, ', ')"
          + " FROM pg_catalog.pg_class WHERE relisshared AND relkind = 'r'";

  private LoadCompletion() {}

  /**
   * Ensures that only the two known roles can log in, and prepares their logins for clones.
   *
   * @return the size of all databases, in bytes
   */
  static long run(ImportServer server) throws SQLException {
    try (Connection admin = server.connectAsAdmin(PostgresLogin.ADMINISTRATION)) {
      CatalogChecks.requireKnownRoles(admin);
      Sql.runAll(admin, Sql.texts(admin, VACUUM_SHARED_CATALOGS));
      server.prepareLogins(admin);
      ImportServer.beginSegment(admin);
      return Sql.number(
          admin, "SELECT sum(pg_catalog.pg_database_size(oid)) FROM pg_catalog.pg_database");
    }
  }
}
