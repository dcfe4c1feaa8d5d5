package dev.goldenrod.junit;

import java.sql.SQLException;
import java.util.Map;

/** A step of a recipe. */
interface Step {
  /** What the step's outcome depends on: content by name. */
  Map<String, byte[]> ingredients();

  /** Takes the step in the database; whatever it throws ends the test. */
  void run(Filling database) throws SQLException;
}
