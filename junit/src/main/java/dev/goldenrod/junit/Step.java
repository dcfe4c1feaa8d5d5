package dev.goldenrod.junit;

import java.sql.SQLException;
import java.util.Map;

/** A step of a recipe. */
interface Step {
  /** Throws if the class path lacks the tool of the step; the message names the artifact. */
  default void requireUsable() {}

  /** Returns everything that the result depends on: content by name. */
  Map<String, byte[]> ingredients();

  /** Runs the step. Any exception fails the test. */
  void run(FillTarget database) throws SQLException;
}
