package dev.goldenrod.engine.postgres.imports.physical;

import dev.goldenrod.engine.OneLine;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.AdminRole;
import dev.goldenrod.engine.postgres.SingleUser;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The databases of a copied cluster that are templates or allow no connections. No clone's user may
 * get into them, so they are not handed over: what is in them stays the superuser's. In a clone,
 * the server itself would run it as the superuser, when it analyses a table with an index on a
 * function or builds an index anew.
 */
final class TemplateDatabases {
  /** Which they are; PostgreSQL's own two, whatever their row says. */
  static final String CLOSED =
      "(datistemplate OR NOT datallowconn OR datname IN ('template0', 'template1'))";

  /** Only {@code CREATE DATABASE} reads them in a clone. */
  private static final List<String> POSTGRESQLS_OWN = List.of("template0", "template1");

  /** PostgreSQL gives oids below 16384 to what it makes itself. */
  private static final String OBJECTS =
      """
      SELECT relname FROM pg_catalog.pg_class
       WHERE oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
      UNION ALL SELECT proname FROM pg_catalog.pg_proc
       WHERE oid OPERATOR(pg_catalog.>=) 16384::pg_catalog.oid
      """;

  private static final String CLOSE =
      "UPDATE pg_catalog.pg_database SET datacl = '{%1$s=CTc/%1$s}', datistemplate = true"
          + " WHERE datname IN ('template0', 'template1')";

  private final Connection connection;
  private final StepReport report;

  /**
   * Those of a cluster.
   *
   * @param connection of the superuser
   */
  TemplateDatabases(Connection connection, StepReport report) {
    this.connection = connection;
    this.report = report;
  }

  /**
   * Makes sure that nobody put anything into {@code template0}, from which {@code template1} can be
   * made anew.
   *
   * @throws DataPlaneException when somebody did
   */
  static void requireUntouched(SingleUser alone) {
    List<String> objects = alone.rows("template0", List.of(), OBJECTS);
    if (!objects.isEmpty()) {
      throw new DataPlaneException(
          "database 'template0' cannot be cloned: it is not as initdb made it, but has %s; restore a dump of the other databases in a new cluster, and take that one"
              .formatted(OneLine.of(objects.get(0))));
    }
  }

  /**
   * Drops all but PostgreSQL's own two, and closes these to everybody but the superuser.
   *
   * @return whether {@code template1}, which the connection is to, has nothing of others
   */
  boolean close() throws SQLException {
    for (String database :
        Sql.texts(connection, "SELECT datname FROM pg_catalog.pg_database WHERE " + CLOSED)) {
      if (POSTGRESQLS_OWN.contains(database)) {
        Sql.run(
            connection,
            "ALTER DATABASE %s OWNER TO %s".formatted(Sql.name(database), AdminRole.NAME));
      } else {
        drop(database);
        report.warn(
            "database '%s' is left out: it is a template or allows no connections"
                .formatted(OneLine.of(database)));
      }
    }
    Sql.run(connection, CLOSE.formatted(AdminRole.NAME));
    return Sql.texts(connection, OBJECTS).isEmpty();
  }

  /** Makes {@code template1} anew from {@code template0}; the connection is to another database. */
  void makeAnew() throws SQLException {
    drop("template1");
    Sql.run(
        connection,
        "CREATE DATABASE template1 TEMPLATE template0 OWNER %s".formatted(AdminRole.NAME));
    Sql.run(connection, CLOSE.formatted(AdminRole.NAME));
    report.warn("database 'template1' is as initdb makes it: what was added to it is left out");
  }

  private void drop(String database) throws SQLException {
    Sql.run(connection, "ALTER DATABASE %s WITH IS_TEMPLATE false".formatted(Sql.name(database)));
    Sql.run(connection, "DROP DATABASE " + Sql.name(database));
  }
}
