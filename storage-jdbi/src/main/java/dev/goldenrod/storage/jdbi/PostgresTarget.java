package dev.goldenrod.storage.jdbi;

import dev.goldenrod.port.StoreException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL database into which a dump is restored. */
record PostgresTarget(Connection connection, String location) {
  /** Requires that no server is connected to the database. */
  void requireUnused() throws SQLException {
    long connections =
        number(
            "select count(*) from pg_stat_activity where datname = current_database()"
                + " and application_name = 'goldenrod'");
    if (connections > 0) {
      throw new StoreException(
          "servers are using the store %s (%d connections); stop them all, and restore again"
              .formatted(location, connections));
    }
  }

  /** Requires that the database has no org, which is the first row of a store. */
  void requireEmpty() throws SQLException {
    if (hasTable("orgs") && number("select count(*) from orgs") > 0) {
      throw new StoreException(
          "%s already contains a store; use an empty database, or --replace to replace its content"
              .formatted(location));
    }
  }

  /** Drops the tables of a store in one transaction. */
  void dropTables() throws SQLException {
    connection.setAutoCommit(false);
    for (String table : DumpedTables.at(StoreBackup.newestSchemaVersion())) {
      execute("drop table if exists " + table + " cascade");
    }
    execute("drop table if exists " + ConnectionPool.HISTORY);
    connection.commit();
    connection.setAutoCommit(true);
  }

  private boolean hasTable(String name) throws SQLException {
    return number("select case when to_regclass('" + name + "') is null then 0 else 1 end") > 0;
  }

  private long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
