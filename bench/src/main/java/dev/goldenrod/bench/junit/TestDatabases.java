package dev.goldenrod.bench.junit;

import java.sql.SQLException;
import javax.sql.DataSource;

/** A way of giving each test a database of its own. */
interface TestDatabases extends AutoCloseable {
  /**
   * A test's database.
   *
   * @param end what the way does with it after the test
   */
  record TestDatabase(DataSource dataSource, Runnable end) {}

  /** What it is called in the report. */
  String label();

  /** A database for the next test, as filled as all others. */
  TestDatabase take() throws SQLException;

  /** Ends what it started and what would not end with this process. */
  @Override
  void close();
}
