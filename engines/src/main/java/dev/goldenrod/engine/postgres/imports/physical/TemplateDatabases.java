package dev.goldenrod.engine.postgres.imports.physical;

import dev.goldenrod.engine.OneLine;
import dev.goldenrod.engine.imports.StepReport;
import dev.goldenrod.engine.postgres.PostgresLogin;
import dev.goldenrod.engine.postgres.SingleUser;
import dev.goldenrod.engine.postgres.Sql;
import dev.goldenrod.port.DataPlaneException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The databases of a copied data directory that are templates or allow no connections. Clones'
 * users cannot connect, so the superuser owns their objects. That would be dangerous in a clone:
 * autovacuum analyzes their tables as the superuser, and calls functions of their indexes.
 */
final class TemplateDatabases {
  /** Finds these databases, including PostgreSQL's own two whatever their attributes are. */
  static final String CLOSED =
      "(datistemplate OR NOT datallowconn OR datname IN ('template0', 'template1'))";

  /** In a clone, only {@code CREATE DATABASE} reads them. */
  private static final List<String> POSTGRESQLS_OWN = List.of("template0", "template1");

  /** OIDs below 16384 are PostgreSQL's own objects. */
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

  TemplateDatabases(Connection connection, StepReport report) {
    this.connection = connection;
    this.report = report;
  }

  /** Throws if {@code template0}, which {@link #makeAnew} copies, has added objects. */
  static void requireUntouched(SingleUser alone) {
    List<String> objects = alone.rows("template0", List.of(), OBJECTS);
    if (!objects.isEmpty()) {
      throw new DataPlaneException(
          "database 'template0' cannot be cloned: it differs from what initdb created, because it has %s; restore a dump of the other databases in a new cluster, and use that cluster"
              .formatted(OneLine.of(objects.get(0))));
    }
  }

  /**
   * Drops all but PostgreSQL's own two, which only the superuser may use from then on. Returns
   * whether {@code template1}, the connection's database, has no objects of others.
   */
  boolean close() throws SQLException {
    for (String database :
        Sql.texts(connection, "SELECT datname FROM pg_catalog.pg_database WHERE " + CLOSED)) {
      if (POSTGRESQLS_OWN.contains(database)) {
        Sql.run(
            connection,
            "ALTER DATABASE %s OWNER TO %s".formatted(Sql.name(database), PostgresLogin.ADMIN));
      } else {
        drop(database);
        report.warn(
            "database '%s' is left out: it is a template or allows no connections"
                .formatted(OneLine.of(database)));
      }
    }
    Sql.run(connection, CLOSE.formatted(PostgresLogin.ADMIN));
    return Sql.texts(connection, OBJECTS).isEmpty();
  }

  /**
   * Recreates {@code template1} from {@code template0}. Needs a connection to another database,
   * because PostgreSQL cannot drop the current one.
   */
  void makeAnew() throws SQLException {
    drop("template1");
    Sql.run(
        connection,
        "CREATE DATABASE template1 TEMPLATE template0 OWNER %s".formatted(PostgresLogin.ADMIN));
    Sql.run(connection, CLOSE.formatted(PostgresLogin.ADMIN));
    report.warn("database 'template1' was recreated: additions to it are left out");
  }

  private void drop(String database) throws SQLException {
    Sql.run(connection, "ALTER DATABASE %s WITH IS_TEMPLATE false".formatted(Sql.name(database)));
    Sql.run(connection, "DROP DATABASE " + Sql.name(database));
  }
}
