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
 * The databases of a copied cluster that are templates or allow no connections. Clones' users
 * cannot connect to them, so their objects are not given to the clones' role but stay the
 * superuser's. That would be dangerous in a clone: autovacuum analyses their tables there with the
 * superuser's rights, and calls the functions that their indexes are made of.
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
   * Makes sure that {@code template0} has only what {@code initdb} puts there; {@link #makeAnew}
   * copies it.
   *
   * @throws DataPlaneException when it has a table or function more; the message names one
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

  /**
   * Drops {@code template1} and makes it again as a copy of {@code template0}. To be called with a
   * connection to another database, for nobody can drop the one they are connected to.
   */
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
