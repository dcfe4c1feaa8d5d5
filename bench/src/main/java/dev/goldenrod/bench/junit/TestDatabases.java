package dev.goldenrod.bench.junit;

import java.sql.SQLException;
import javax.sql.DataSource;

/** A way of giving each test a database of its own. */
interface TestDatabases extends AutoCloseable {
  /** A test's database, and the action that runs after the test. */
  record TestDatabase(DataSource dataSource, Runnable end) {}

  String label();

  /** Returns a filled database for the next test. */
  TestDatabase take() throws SQLException;

  /** Stops the servers that would not end with this process. */
  @Override
  void close();
}
