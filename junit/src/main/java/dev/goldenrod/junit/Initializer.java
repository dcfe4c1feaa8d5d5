package dev.goldenrod.junit;

import java.sql.SQLException;
import javax.sql.DataSource;

/** Fills a database that is to become a golden. */
@FunctionalInterface
public interface Initializer {
  /** Fills it; whatever is thrown ends the test. */
  void fill(DataSource database) throws SQLException;
}
