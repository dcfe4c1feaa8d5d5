package dev.goldenrod.junit;

import java.sql.SQLException;
import java.util.Map;

/** A step of a recipe. */
interface Step {
  /**
   * Refuses a class path that lacks what the step runs with.
   *
   * @throws GoldenrodException that names it
   */
  default void requireUsable() {}

  /** What the step's outcome depends on: content by name. */
  Map<String, byte[]> ingredients();

  /** Takes the step in the database; whatever it throws ends the test. */
  void run(FillTarget database) throws SQLException;
}
