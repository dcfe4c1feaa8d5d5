package dev.goldenrod.junit;

import java.sql.SQLException;
import javax.sql.DataSource;

/** Code that fills the database of a golden. */
@FunctionalInterface
public interface Initializer {
  /** Fills the database. Any exception fails the test. */
  void fill(DataSource database) throws SQLException;
}
